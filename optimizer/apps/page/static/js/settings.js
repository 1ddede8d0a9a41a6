// The players, what else can be attacked, the edition of the rules and the weights of the score.

import { by, make } from "./dom.js";
import { change, sheet } from "./sheet.js";

const WEIGHTS = { creature: 1, life: 1, poison: 2, loyalty: 1, defense: 0.5, win: 1000 };

/** Draws the form from the sheet, unless a person is in it. */
export function drawSettings() {
  const form = by("settings");
  if (form.contains(document.activeElement)) return;
  const held = sheet();
  const player = (side, label) => {
    const one = held[`${side}_player`] || {};
    return make("fieldset", {}, make("legend", {}, label), make("div", { class: "row" },
      number(`${side}_player.life`, "Life", one.life ?? 20), number(`${side}_player.poison`, "Poison", one.poison ?? 0, 0)));
  };
  form.replaceChildren(
    player("attacking", "Attacking player"),
    player("defending", "Defending player"),
    make("label", {}, "Planeswalkers (name and loyalty, with commas between)",
      text("planeswalkers", (held.planeswalkers || []).map((one) => `${one.id} ${one.loyalty}`).join(", "))),
    make("label", {}, "Battles (name and defense)",
      text("battles", (held.battles || []).map((one) => `${one.id} ${one.defense}`).join(", "))),
    choice("rules", "Rules", { foundations: "since November 2024: free division", ordered: "2010 to 2024: damage assignment order" }, held.rules || "foundations"),
    choice("triggers", "Triggers on attack and block (exalted, bushido, …)", { applied: "are in the numbers already", pending: "are still to come" }, held.triggers || "applied"),
    make("label", { class: "flag" }, make("input", { type: "checkbox", name: "crackback", checked: Boolean(held.crackback) }),
      " Attacks: count the other player's best attack next turn"),
    make("fieldset", {}, make("legend", {}, "What the score counts"), make("div", { class: "row" },
      ...Object.entries(WEIGHTS).map(([name, usual]) =>
        make("label", {}, name, make("input", { type: "number", step: "any", name: `weights.${name}`, value: held.weights?.[name] ?? usual }))))),
    make("p", { class: "problem", role: "alert" }));
  form.onsubmit = (event) => event.preventDefault();
  form.onchange = () => read(form);
}

function number(name, label, value, least) {
  return make("label", {}, label, make("input", { type: "number", step: 1, name, value, min: least ?? null }));
}

function text(name, value) {
  return make("input", { type: "text", name, value, spellcheck: "false" });
}

function choice(name, label, options, chosen) {
  return make("label", {}, label, make("select", { name },
    ...Object.entries(options).map(([value, words]) => make("option", { value, selected: value === chosen }, words))));
}

function read(form) {
  const problem = form.querySelector(".problem");
  problem.textContent = "";
  const walkers = pairs(form.elements.planeswalkers.value, "loyalty");
  const battles = pairs(form.elements.battles.value, "defense");
  if (!walkers || !battles) {
    problem.textContent = `expected a name and a number, such as Jace 4, not ${(walkers ? form.elements.battles : form.elements.planeswalkers).value}`;
    return;
  }
  const value = (name) => Number(form.elements[name].value);
  change((next) => {
    for (const side of ["attacking_player", "defending_player"]) {
      const one = { ...next[side], life: value(`${side}.life`), poison: value(`${side}.poison`) };
      if (one.life === 20) delete one.life;
      if (one.poison === 0) delete one.poison;
      put(next, side, one);
    }
    put(next, "planeswalkers", walkers);
    put(next, "battles", battles);
    put(next, "rules", form.elements.rules.value === "foundations" ? null : form.elements.rules.value);
    put(next, "triggers", form.elements.triggers.value === "applied" ? null : form.elements.triggers.value);
    put(next, "crackback", form.elements.crackback.checked || null);
    put(next, "weights", Object.fromEntries(Object.entries(WEIGHTS).filter(([name, usual]) => value(`weights.${name}`) !== usual).map(([name]) => [name, value(`weights.${name}`)])));
    const there = new Set(["player", ...walkers.map((one) => one.id), ...battles.map((one) => one.id)]);
    for (const one of next.ours) if (one.attacking && !there.has(one.attacking)) one.attacking = null;
  });
}

// Names with numbers; null where something else was typed.
function pairs(words, field) {
  const found = words.split(",").map((part) => part.trim()).filter(Boolean).map((part) => part.match(/^(.+?)\s+(\d+)$/));
  return found.includes(null) ? null : found.map(([, id, number]) => ({ id, [field]: Number(number) }));
}

function put(next, name, value) {
  if (value === null || (typeof value === "object" && !Object.keys(value).length)) delete next[name];
  else next[name] = value;
}
