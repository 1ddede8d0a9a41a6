// The answer: asked for with more and more time until it is final, and shown each time.

import { by, make, pictureOf, tell } from "./dom.js";
import { ask } from "./server.js";
import { change, sheet } from "./sheet.js";

const LADDER = [20, 700, 4000, null]; // milliseconds to look; null: as long as the server lets anyone
const TITLES = { damage: "The best damage", blocks: "The best blocks", attacks: "The best attacks" };

const FIRST = "first answer";
const LAST = "last answer";

let running = null;
const followers = [];

/** Calls a function with each answer on the way, null where there is none (any more). */
export function onAnswer(follower) {
  followers.push(follower);
}

/** Looks for the best of the sheet as it is now; what was being looked for before is given up. */
export async function look() {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const asked = sheet();
  const began = performance.now();
  by("answer-title").textContent = TITLES[asked.stage];
  if (!asked.ours.length) return clear();
  by("answer").setAttribute("aria-busy", "true");
  counted(asked, signal);
  try {
    for (const [turn, limit] of LADDER.entries()) {
      progress(turn ? "Still proving…" : "");
      const params = { sheet: asked, theme: theme() };
      if (limit !== null) params.limit_ms = limit;
      let found;
      try {
        found = await ask("advise", params, signal);
      } catch (error) {
        if (turn && error.field === "limit_ms") continue; // what has been found stays
        throw error;
      }
      show(found, asked);
      if (!turn) performance.measure(FIRST, { start: began }); // for the benchmark
      if (found.final) break;
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    wrong(error);
  }
  progress("");
  performance.measure(LAST, { start: began });
  by("answer").removeAttribute("aria-busy");
}

const theme = () => document.documentElement.dataset.theme;

async function counted(asked, signal) {
  const place = by("count");
  place.textContent = "";
  try {
    const found = await ask("count", { sheet: asked }, signal);
    const what = asked.stage === "damage" ? "assignments" : asked.stage;
    place.textContent =
      asked.stage === "damage"
        ? `Legal assignments in the step at hand: ${found.attacking} of the attacking player, ${found.defending} of the defending player.`
        : `Legal ${what}: ${found.attacking ?? found.defending}.`;
  } catch (error) {
    if (error.name !== "AbortError") place.textContent = "";
  }
}

function progress(words) {
  by("progress").hidden = !words;
  by("progress").textContent = words;
}

// The picture, to be looked at large and to be kept.
let kept = "";
function drawn(svg) {
  by("picture").hidden = by("picture-tools").hidden = !svg;
  by("picture").replaceChildren(...(svg ? [pictureOf(svg)] : []));
  if (kept) URL.revokeObjectURL(kept);
  kept = svg && URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  if (svg) by("save").href = kept;
  else by("save").removeAttribute("href");
}

/** Makes the button below the picture work. */
export function allowEnlarging() {
  by("full-size").addEventListener("click", () => {
    const large = by("picture").classList.toggle("large");
    by("full-size").setAttribute("aria-pressed", String(large));
  });
}

function clear() {
  for (const id of ["headline", "count", "problem", "accept"]) by(id).textContent = "";
  by("report").replaceChildren();
  by("headline").textContent = "Add attackers to begin, or choose an example.";
  drawn("");
  by("answer").removeAttribute("aria-busy");
  progress("");
  for (const follower of followers) follower(null, sheet());
}

function wrong(error) {
  for (const id of ["headline", "accept"]) by(id).textContent = "";
  by("report").replaceChildren();
  drawn("");
  by("problem").textContent = error.field && !error.message.startsWith(error.field) ? `${error.field}: ${error.message}` : error.message;
  for (const follower of followers) follower(null, sheet());
}

function show(found, asked) {
  by("problem").textContent = "";
  const [first, ...others] = found.sections;
  const [headline, ...rest] = first.rows.map((row) => row[0].map((run) => run.text).join(""));
  if (by("headline").textContent !== headline) by("headline").textContent = headline;
  drawn(found.svg);
  by("report").replaceChildren(...others.map(section), make("p", { class: "method" }, rest.join(" ")));
  by("accept").replaceChildren(...accept(found.answer, asked));
  if (document.activeElement !== by("document")) by("document").value = JSON.stringify(found.document, null, 2);
  for (const follower of followers) follower(found, asked);
}

/** A section of a report. */
export function section({ heading, rows }) {
  const body = [];
  let table = null;
  for (const row of rows) {
    const cells = row.map((cell) => cell.map((run) => (run.kind ? make("span", { class: run.kind }, run.text) : run.text)));
    if (cells.length === 1) {
      table = null;
      body.push(make("p", {}, ...cells[0]));
    } else {
      if (!table) {
        table = make("table", {});
        body.push(make("div", { class: "scrolled", tabindex: 0, role: "group", "aria-label": heading || "Numbers" }, table));
      }
      // a row that goes on with what stands above has an empty first cell
      const [name, ...more] = cells;
      table.append(make("tr", {}, make(name.join("") ? "th" : "td", name.join("") ? { scope: "row" } : {}, ...name),
        ...more.map((cell) => make("td", {}, ...cell))));
    }
  }
  return make("section", {}, make("h3", {}, heading), ...body);
}

// The button that makes the answer to one question the beginning of the next.
function accept(answer, asked) {
  const { stage } = asked;
  if (stage === "damage") return [];
  const words = stage === "blocks" ? "Declare these blocks" : "Declare these attacks";
  const done = () => {
    if (sheet() !== asked) return; // it answers what was asked before
    change((next) => declare(next, answer, stage));
    tell(stage === "blocks" ? "The blocks are declared: now damage." : "The attacks are declared: now blocks.");
  };
  return [make("button", { type: "button", id: "declare", click: done }, words)];
}

function declare(next, answer, stage) {
  if (stage === "attacks") {
    for (const one of next.ours) {
      const target = answer.attacks[one.id];
      if (target === undefined) one.home = true;
      else delete one.home;
      if (target && target !== "player") one.attacking = target;
      else delete one.attacking;
    }
    for (const one of next.theirs) delete one.blocks;
    next.stage = "blocks";
  } else {
    for (const one of next.theirs) {
      if (answer.blocks[one.id]) one.blocks = answer.blocks[one.id];
      else delete one.blocks;
    }
    for (const [id, order] of Object.entries(answer.orders || {})) {
      const one = [...next.ours, ...next.theirs].find((other) => other.id === id);
      if (one) one.order = order;
    }
    next.stage = "damage";
  }
}
