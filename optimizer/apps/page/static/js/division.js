// Damage divided by hand: judged at every change, with the rule it breaks, or what it comes to.

import { section } from "./answer.js";
import { by, make, pictureOf, tell } from "./dom.js";
import { ask } from "./server.js";
import { change, creature, nameOf, sheet } from "./sheet.js";

const PAUSE = 120; // milliseconds without a change before it is judged

let best = null; // the answer
let shown = ""; // what the rows were made for
let timer = 0;
let judging = null;

const side = () => document.querySelector("input[name=side]:checked").value;
const other = () => (side() === "attacking" ? "defending" : "attacking");

/** Makes the buttons work. */
export function allowDividing() {
  for (const radio of document.querySelectorAll("input[name=side]")) radio.addEventListener("change", () => draw(true));
  by("as-best").addEventListener("click", () => draw(true));
  by("division").addEventListener("submit", (event) => event.preventDefault());
  by("go-on").addEventListener("click", goOn);
}

/** Takes the answer that was found for a sheet. */
export function dividing(found, asked) {
  best = asked.stage === "damage" && found?.answer.line.length ? found.answer : null;
  by("own").hidden = !best;
  if (best) draw(false);
}

// The rows, with the best division; what a person has moved stays unless something else is to be divided.
function draw(anew) {
  const key = JSON.stringify([sheet(), side()]);
  if (!anew && key === shown && moved()) return;
  shown = key;
  const [choosing, others] = [[], []];
  for (const source of sources()) (source.among.length > 1 ? choosing : others).push(row(source));
  const summary = `${others.length} ${others.length > 1 ? "creatures" : "creature"} with nothing to choose`;
  by("division").replaceChildren(...choosing,
    ...(choosing.length && others.length ? [make("details", { class: "further" }, make("summary", {}, summary), ...others)] : others));
  by("go-on").hidden = best.line.length < 2;
  judge();
}

const moved = () => by("division").dataset.moved === "true";

// Who divides, and among whom: everybody who could be meant, so that whatever is tried can be judged.
function sources() {
  const fighting = sheet().ours.filter((one) => !one.home);
  const blockers = sheet().theirs.filter((one) => one.blocks?.length);
  if (side() === "defending") return blockers.map((one) => ({ one, among: one.blocks }));
  return fighting.map((one) => ({
    one,
    among: [...blockers.filter((other) => other.blocks.includes(one.id)).map((other) => other.id), ...beyond(one)],
  }));
}

// What an attacker attacks, and the player behind a planeswalker.
function beyond(one) {
  const target = one.attacking === undefined ? "player" : one.attacking;
  return target === "player" ? ["player"] : target === null ? [] : [target, "player"];
}

function row({ one, among }) {
  const given = best.line[0][side()][one.id] || {};
  const inputs = among.map((id) => share(one, id, given[id] || 0));
  return make("fieldset", { class: "source", "data-source": one.id },
    make("legend", {}, `${nameOf(one)} ${one.power}/${one.toughness}`),
    ...inputs, make("output", { class: "sum" }));
}

function share(source, id, amount) {
  const name = id === "player" ? "the player" : creature(id) ? nameOf(creature(id)) : id;
  const input = make("input", {
    type: "number", min: 0, step: 1, value: amount, "data-recipient": id, inputmode: "numeric",
    "aria-label": `${nameOf(source)} to ${name}`, input: () => changed(),
  });
  const step = (by_, sign) =>
    make("button", {
      type: "button", "aria-label": `${by_ > 0 ? "One more" : "One less"} from ${nameOf(source)} to ${name}`,
      click: () => {
        input.value = Math.max(0, Number(input.value) + by_);
        changed();
      },
    }, sign);
  return make("div", { class: "share" }, make("span", { class: "to" }, `to ${name}`), step(-1, "−"), input, step(1, "+"));
}

function changed() {
  by("division").dataset.moved = "true";
  sums();
  clearTimeout(timer);
  timer = setTimeout(judge, PAUSE);
}

function assignment() {
  const found = {};
  for (const source of by("division").querySelectorAll(".source")) {
    const division = {};
    for (const input of source.querySelectorAll("input")) if (Number(input.value)) division[input.dataset.recipient] = Number(input.value);
    if (Object.keys(division).length) found[source.dataset.source] = division;
  }
  return found;
}

function sums() {
  for (const source of by("division").querySelectorAll(".source")) {
    const total = [...source.querySelectorAll("input")].reduce((sum, input) => sum + Number(input.value), 0);
    source.querySelector(".sum").textContent = `${total} in all`;
  }
}

function same(one, another) {
  const flat = (division) => Object.entries(division).flatMap(([from, parts]) => Object.entries(parts).filter(([, n]) => n).map(([to, n]) => `${from}>${to}:${n}`)).sort().join();
  return flat(one) === flat(another);
}

async function judge() {
  judging?.abort();
  if (!best) return;
  judging = new AbortController();
  sums();
  const own = assignment();
  const usual = best.line[0][side()];
  by("division").dataset.moved = String(!same(own, usual));
  if (!moved()) {
    const all = best.not_counted.length ? " of what is counted" : "";
    verdict("", [make("p", {}, best.status === "optimal" ? `This is the best division${all}.` : "This is the best division found so far.")]);
    by("own-report").replaceChildren();
    by("own-picture").replaceChildren();
    by("own-picture").hidden = true;
    return;
  }
  const theme = document.documentElement.dataset.theme;
  try {
    const found = await ask("judge", { sheet: sheet(), side: side(), assignment: own, theme, limit_ms: 2000 }, judging.signal);
    if (found.legal) legal(found);
    else illegal(found.violations);
  } catch (error) {
    if (error.name === "AbortError") return;
    illegalWords([make("p", {}, error.message)]);
  }
}

function verdict(kind, children) {
  by("verdict").className = `verdict ${kind}`;
  by("verdict").replaceChildren(...children);
}

function illegal(violations) {
  illegalWords([
    make("p", {}, make("strong", {}, "Illegal.")),
    make("ul", {}, ...violations.map((one) => make("li", { "data-rule": one.rule }, make("b", {}, one.rule), ` ${one.message}`))),
  ]);
}

function illegalWords(children) {
  verdict("illegal", children);
  by("own-report").replaceChildren();
  by("own-picture").replaceChildren();
  by("own-picture").hidden = true;
}

function legal(found) {
  const whose = side() === "attacking" ? "the attacking player" : "the defending player";
  const points = Math.round(Math.abs(found.worse) * 1e4) / 1e4;
  const worth = points === 0 ? "as good as the best" : `${points} ${found.worse > 0 ? "worse" : "better"} for ${whose} than the best${found.proven ? "" : " found"}`;
  verdict("legal", [make("p", {}, make("strong", {}, "Legal."), ` Score ${found.answer.score}: ${worth}.`)]);
  by("own-picture").hidden = false;
  by("own-picture").replaceChildren(pictureOf(found.svg));
  by("own-report").replaceChildren(...found.sections.filter((one) => !one.heading.startsWith("Runner-up")).map(section));
}

// The step is dealt as it stands here, with the other side's best, and what is left is the combat.
async function goOn() {
  if (!best) return;
  const asked = sheet();
  try {
    const given = { [side()]: assignment(), [other()]: best.line[0][other()] };
    const { sheet: left } = await ask("deal", { sheet: asked, ...given });
    if (sheet() !== asked) return;
    if (left) {
      change(() => left);
      tell("The step has been dealt: this is what is left.");
    } else tell("Combat has ended.");
  } catch (error) {
    verdict("illegal", [make("p", {}, error.message)]);
  }
}
