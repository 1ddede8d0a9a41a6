// The creatures as cards, two rows of them.

import { by, make } from "./dom.js";
import { nameOf, sheet } from "./sheet.js";

/** Draws both sides; `actions` is what the buttons do: block, edit, remove, home, each with a creature. */
export function drawCards(actions) {
  const focused = document.activeElement?.dataset?.key;
  for (const side of ["ours", "theirs"]) {
    const list = by(side);
    const held = sheet()[side];
    list.replaceChildren(...held.map((one) => card(one, side, actions)));
    if (!held.length) list.append(make("li", { class: "nobody" }, "nobody yet"));
  }
  if (focused) document.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function card(one, side, actions) {
  const name = nameOf(one);
  const stage = sheet().stage;
  const button = (what, words, label, extra = {}) =>
    make("button", {
      type: "button", "data-key": `${what}:${one.id}`, "aria-label": label, click: () => actions[what](one), ...extra,
    }, words);
  const tools = make("div", { class: "buttons" });
  if (side === "theirs") tools.append(button("block", "Block…", `Whom does ${name} block?`));
  else if (stage !== "attacks") {
    tools.append(button("home", one.home ? "Attack" : "Stay", one.home ? `${name} attacks` : `${name} stays home`));
  }
  tools.append(button("edit", "Edit", `Edit ${name}`), button("remove", "×", `Remove ${name}`));
  const out = side === "ours" && one.home && stage !== "attacks";
  return make("li", { class: `card${out ? " out" : ""}`, "data-id": one.id, "data-side": side },
    make("div", { class: "top" },
      make("span", { class: "name" }, one.name || one.id, name === (one.name || one.id) ? "" : make("small", {}, one.id)),
      make("span", { class: "numbers" }, `${one.power}/${one.toughness}`)),
    make("div", { class: "words" }, words(one)),
    side === "theirs" ? make("div", { class: "blocking" }, blocking(one)) : out ? make("div", { class: "blocking" }, "stays home") : "",
    tools);
}

function blocking(one) {
  const named = sheet().ours.filter((other) => one.blocks?.includes(other.id)).map(nameOf);
  return named.length ? `blocks ${named.join(", ")}` : sheet().stage === "damage" ? "doesn't block" : "";
}

// What else is said of a creature, in few words.
function words(one) {
  const said = [one.keywords || []].flat();
  if (one.damage) said.push(`${one.damage} damage`);
  for (const [kind, number] of Object.entries(one.counters || {})) said.push(number > 1 ? `${number} ${kind} counters` : `${kind} counter`);
  if (one.regeneration) said.push("regenerates");
  if (one.prevent) said.push(`prevents ${one.prevent}`);
  if (one.attacking === null) said.push("what it attacked is gone");
  else if (one.attacking && one.attacking !== "player") said.push(`attacks ${one.attacking}`);
  if (one.can_block === "any") said.push("can block any number");
  else if (one.can_block > 1) said.push(`can block ${one.can_block}`);
  for (const [field, held] of Object.entries(one)) {
    if (held === true && field !== "home") said.push(field.replaceAll("_", " "));
  }
  return said.join(", ");
}
