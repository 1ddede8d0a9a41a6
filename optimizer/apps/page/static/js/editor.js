// Two dialogs: whom a defender blocks, and what is said of a creature.

import { by, make, tell } from "./dom.js";
import { change, creature, nameOf, setBlock, sheet } from "./sheet.js";

const FLAGS = {
  tapped: "tapped", summoning_sick: "summoning sick", must_attack: "attacks if able", must_block: "blocks if able",
  cant_attack: "can't attack", cant_block: "can't block", unblockable: "can't be blocked", lure: "lure",
  must_be_blocked: "must be blocked if able", commander: "a commander",
};
const OWN = ["id", "name", "power", "toughness", "damage", "keywords", "value", "can_block", "attacking", "home", "blocks"];

/** Asks whom a defender blocks, with a box for each attacker. */
export function chooseBlocks(one) {
  const attackers = sheet().ours;
  by("block-title").textContent = `Whom does ${nameOf(one)} block?`;
  by("block-choices").replaceChildren(
    ...attackers.map((other) =>
      make("label", {},
        make("input", {
          type: "checkbox", checked: Boolean(one.blocks?.includes(other.id)), change: (event) => {
            setBlock(one.id, other.id, event.target.checked);
            tell(`${nameOf(one)} ${event.target.checked ? "blocks" : "doesn't block"} ${nameOf(other)}.`);
          },
        }), ` ${nameOf(other)} ${other.power}/${other.toughness}`)),
    attackers.length ? "" : make("p", {}, "There are no attackers yet."));
  open("block-dialog", `block:${one.id}`);
}

// Shows a dialog; afterwards the focus is on the button that opened it, which may have been drawn anew since.
function open(ident, key) {
  const dialog = by(ident);
  dialog.addEventListener("close", () => {
    document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }, { once: true });
  dialog.showModal();
}

/** Shows the form for a creature. */
export function edit(one) {
  const ours = sheet().ours.some((other) => other.id === one.id);
  const number = (name, label, extra = {}) =>
    make("label", {}, label, make("input", { type: "number", step: 1, name, required: true, value: one[name] ?? 0, ...extra }));
  const rest = Object.fromEntries(Object.entries(one).filter(([name]) => !OWN.includes(name) && !(name in FLAGS)));
  const targets = ["player", ...[...(sheet().planeswalkers || []), ...(sheet().battles || [])].map((other) => other.id)];
  by("edit-title").textContent = nameOf(one);
  by("edit-problem").textContent = "";
  by("edit-fields").replaceChildren(
    make("label", {}, "Name", make("input", { type: "text", name: "name", value: one.name ?? one.id, required: true })),
    make("div", { class: "row" },
      number("power", "Power"), number("toughness", "Toughness"), number("damage", "Damage on it", { min: 0 })),
    make("label", {}, "Keywords, with commas between",
      make("input", { type: "text", name: "keywords", list: "keywords", value: [one.keywords || []].flat().join(", ") })),
    ours && targets.length > 1
      ? make("label", {}, "Attacks", make("select", { name: "attacking", value: one.attacking ?? "player" },
          ...targets.map((id) => make("option", { value: id, selected: id === (one.attacking ?? "player") }, id))))
      : "",
    ours ? "" : make("label", {}, "How many it can block (a number, or any)",
      make("input", { type: "text", name: "can_block", value: one.can_block ?? 1, pattern: "[0-9]+|any" })),
    make("label", {}, "Value in the score (empty: by its numbers and keywords)",
      make("input", { type: "number", step: "any", name: "value", value: one.value ?? "" })),
    make("fieldset", {}, make("legend", {}, "It is, or it does"),
      ...Object.entries(FLAGS).map(([name, label]) =>
        make("label", { class: "flag" }, make("input", { type: "checkbox", name, checked: Boolean(one[name]) }), ` ${label}`))),
    make("details", {}, make("summary", {}, "Other fields"),
      make("label", {}, "As in the document, JSON", make("textarea", { name: "rest", rows: 4, spellcheck: "false", value: JSON.stringify(rest, null, 1) }))));
  const form = by("edit-form");
  form.onsubmit = (event) => {
    const problem = save(one.id, form);
    if (!problem) return;
    event.preventDefault();
    by("edit-problem").textContent = problem;
  };
  by("edit-cancel").onclick = () => by("edit-dialog").close();
  open("edit-dialog", `edit:${one.id}`);
}

// What is wrong with the form; nothing where it could be taken.
function save(id, form) {
  let rest;
  try {
    rest = JSON.parse(form.elements.rest.value || "{}");
  } catch (error) {
    return `Other fields: expected JSON (${error.message})`;
  }
  if (rest === null || typeof rest !== "object" || Array.isArray(rest)) return "Other fields: expected an object such as {\"prevent\": 2}";
  if (!creature(id)) return "It isn't there any more.";
  const said = (name) => form.elements[name]?.value.trim();
  change((next) => {
    const one = [...next.ours, ...next.theirs].find((other) => other.id === id);
    for (const name of Object.keys(one)) if (!OWN.includes(name) && !(name in FLAGS)) delete one[name];
    Object.assign(one, rest, { id, power: Number(said("power")), toughness: Number(said("toughness")) });
    put(one, "name", said("name"), id);
    put(one, "damage", Number(said("damage")), 0);
    put(one, "keywords", said("keywords").split(",").map((word) => word.trim()).filter(Boolean), []);
    put(one, "value", said("value") === "" ? null : Number(said("value")), null);
    if (form.elements.attacking) put(one, "attacking", said("attacking"), "player");
    if (form.elements.can_block) put(one, "can_block", said("can_block") === "any" ? "any" : Number(said("can_block")), 1);
    for (const name of Object.keys(FLAGS)) put(one, name, form.elements[name].checked, false);
  });
  tell(`${nameOf(creature(id))} changed.`);
  return "";
}

// A field, left out where it says nothing.
function put(one, name, value, plain) {
  if (JSON.stringify(value) === JSON.stringify(plain)) delete one[name];
  else one[name] = value;
}
