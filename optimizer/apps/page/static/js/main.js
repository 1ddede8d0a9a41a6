// The page: whatever changes the sheet, everything is drawn anew from it.

import * as address from "./address.js";
import { allowEnlarging, look, onAnswer } from "./answer.js";
import { drawCards } from "./cards.js";
import { allowDividing, dividing } from "./division.js";
import { by, make, tell } from "./dom.js";
import { allowDragging } from "./dragging.js";
import { chooseBlocks, edit } from "./editor.js";
import { drawLinks } from "./links.js";
import { ask, keepToken, onToken } from "./server.js";
import { drawSettings } from "./settings.js";
import { EMPTY, canRedo, canUndo, change, nameOf, onChange, redo, sheet, start, undo } from "./sheet.js";
import { allowTyping } from "./typing.js";

const SIDES = {
  attacks: ["Your creatures", "Add creatures of yours", "Their creatures", "Add creatures of theirs"],
  blocks: ["Attackers", "Add attackers", "Defenders", "Add defenders"],
  damage: ["Attackers", "Add attackers", "Defenders", "Add defenders"],
};
const KEYWORDS = [
  "banding", "deathtouch", "defender", "double strike", "fear", "first strike", "flanking", "flying", "haste",
  "hexproof", "indestructible", "infect", "intimidate", "lifelink", "menace", "persist", "protection from black",
  "protection from blue", "protection from green", "protection from red", "protection from white", "reach", "shadow",
  "skulk", "toxic 1", "trample", "trample over planeswalkers", "undying", "vigilance", "wither",
];

const actions = {
  block: chooseBlocks,
  edit,
  remove(one) {
    const name = nameOf(one);
    const ours = sheet().ours.some((other) => other.id === one.id);
    change((next) => {
      for (const side of ["ours", "theirs"]) next[side] = next[side].filter((other) => other.id !== one.id);
    });
    tell(`${name} removed.`);
    by(ours ? "add-ours" : "add-theirs").focus({ preventScroll: true }); // its button is gone
  },
  home(one) {
    change((next) => {
      const other = next.ours.find((held) => held.id === one.id);
      if (other.home) delete other.home;
      else other.home = true;
    });
    tell(`${nameOf(one)} ${one.home ? "attacks" : "stays home"}.`);
  },
};

onChange(() => {
  const [ours, addOurs, theirs, addTheirs] = SIDES[sheet().stage];
  by("ours-title").textContent = ours;
  by("theirs-title").textContent = theirs;
  document.querySelector("label[for=add-ours]").textContent = addOurs;
  document.querySelector("label[for=add-theirs]").textContent = addTheirs;
  document.querySelector(`input[name=stage][value=${sheet().stage}]`).checked = true;
  by("undo").disabled = !canUndo();
  by("redo").disabled = !canRedo();
  drawCards(actions);
  drawLinks();
  drawSettings();
  look();
  keep();
});

onAnswer(dividing);

// The newest sheet is in the address, however long packing takes.
async function keep() {
  const held = sheet();
  const text = held.ours.length || held.theirs.length ? await address.packed(held) : "";
  if (held === sheet()) address.put(text);
}

async function open() {
  const { token, combat } = address.read();
  if (token) keepToken(token);
  if (!combat) return start(structuredClone(EMPTY));
  try {
    start(await address.unpacked(combat));
  } catch {
    start(structuredClone(EMPTY));
    tell("The combat in the address can't be read: perhaps the address was cut off.");
  }
}

for (const radio of document.querySelectorAll("input[name=stage]")) {
  radio.addEventListener("change", () => change((next) => {
    next.stage = radio.value;
  }));
}
for (const form of document.querySelectorAll("form.add")) allowTyping(form);
allowDragging();
allowDividing();
allowEnlarging();

function back() {
  if (!canUndo()) return;
  undo();
  tell("Undone.");
}
function forth() {
  if (!canRedo()) return;
  redo();
  tell("Done again.");
}
by("undo").addEventListener("click", back);
by("redo").addEventListener("click", forth);
by("clear").addEventListener("click", () => {
  change(() => structuredClone(EMPTY));
  tell("A new combat. Undo brings the other back.");
});
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || writing(event.target)) return;
  event.preventDefault();
  if (event.shiftKey) forth();
  else back();
});

// Where a text is being written, the keys undo that.
function writing(place) {
  if (place.closest?.("dialog")) return true;
  return place.matches?.("textarea, input:not([type=radio], [type=checkbox])") && place.value !== "";
}

by("share").addEventListener("click", async () => {
  await keep();
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link to this combat has been copied.");
  } catch {
    tell("The link to this combat is in the address bar.");
  }
});

by("theme").addEventListener("change", () => {
  localStorage.setItem("optimizer-theme", by("theme").value);
  colours();
  look();
});
function colours() {
  const theme = localStorage.getItem("optimizer-theme") || "auto";
  document.documentElement.dataset.theme = theme;
  by("theme").value = theme;
}

by("read-document").addEventListener("click", async () => {
  by("document-problem").textContent = "";
  try {
    const found = await ask("add", { text: by("document").value, ids: [] });
    if (!found.sheet) throw new Error("expected a combat or a board, as JSON or in the notation");
    change(() => found.sheet);
    tell("The document has been read.");
  } catch (error) {
    by("document-problem").textContent = error.field ? `${error.field}: ${error.message}` : error.message;
  }
});

onToken(() => new Promise((resolve) => {
  const dialog = by("token-dialog");
  dialog.addEventListener("close", () => resolve(by("token").value), { once: true });
  if (!dialog.open) dialog.showModal();
}));

async function examples() {
  const held = await (await fetch("static/examples.json")).json();
  by("examples").append(...held.map((one, place) => make("option", { value: place, title: one.told }, one.name)));
  by("examples").addEventListener("change", () => {
    const chosen = held[by("examples").value];
    if (!chosen) return;
    change(() => structuredClone(chosen.sheet));
    tell(`${chosen.name}: ${chosen.told}`);
    by("examples").value = "";
  });
}

by("keywords").append(...KEYWORDS.map((word) => make("option", { value: word })));
new ResizeObserver(() => drawLinks()).observe(by("field"));
addEventListener("hashchange", open);
colours();
examples();
open();
