// The sheet: the combat as the page holds it (optimizer/apps/page/sheet.py), with its history.

export const EMPTY = { stage: "damage", ours: [], theirs: [] };

const listeners = [];
let past = [];
let future = [];
let held = structuredClone(EMPTY);

export const sheet = () => held;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** Calls a function after every change. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Changes a copy of the sheet, which then takes its place; what it was can be had back. */
export function change(edit) {
  const next = structuredClone(held);
  const put = edit(next) || next;
  tidy(put);
  past.push(held);
  if (past.length > 200) past.shift();
  future = [];
  become(put);
}

/** Another combat altogether, with a history of its own. */
export function start(other) {
  past = [];
  future = [];
  tidy(other);
  become(other);
}

export function undo() {
  if (!past.length) return;
  future.push(held);
  become(past.pop());
}

export function redo() {
  if (!future.length) return;
  past.push(held);
  become(future.pop());
}

function become(next) {
  held = next;
  for (const listener of listeners) listener(held);
}

// Blocks name attackers that are there; a blocker that blocks more than it could is one that can.
function tidy(next) {
  next.stage ||= "damage";
  next.ours ||= [];
  next.theirs ||= [];
  const fighting = new Set(next.ours.filter((one) => !one.home).map((one) => one.id));
  for (const one of next.theirs) {
    one.blocks = Array.isArray(one.blocks) ? one.blocks.filter((id) => fighting.has(id)) : [];
    if (!Array.isArray(one.order)) delete one.order;
    if (one.order) one.order = one.order.filter((id) => one.blocks.includes(id));
    if (one.order && one.order.length !== one.blocks.length) delete one.order;
    if (!one.blocks.length) delete one.blocks;
  }
  for (const one of next.ours) {
    if (!Array.isArray(one.order)) {
      delete one.order;
      continue;
    }
    const blockers = next.theirs.filter((other) => other.blocks?.includes(one.id)).map((other) => other.id);
    const wanted = new Set(blockers);
    if (one.order.length !== blockers.length || one.order.some((id) => !wanted.has(id))) delete one.order;
  }
}

export const creature = (id) => held.ours.find((one) => one.id === id) || held.theirs.find((one) => one.id === id);

/** What to call each creature: its name, with its id where another has that name. */
export function nameOf(one) {
  const name = one.name || one.id;
  const all = [...held.ours, ...held.theirs];
  return all.filter((other) => (other.name || other.id) === name).length > 1 ? `${name} (${one.id})` : name;
}

export const ids = () => [...held.ours, ...held.theirs].map((one) => one.id);

/** Whether a defender blocks an attacker; the stage becomes damage where the first block is made. */
export function setBlock(blocker, attacker, blocks) {
  change((next) => {
    const one = next.theirs.find((other) => other.id === blocker);
    const target = next.ours.find((other) => other.id === attacker);
    if (!one || !target) return; // gone in the meantime
    const before = one.blocks || [];
    one.blocks = before.filter((id) => id !== attacker);
    if (blocks) {
      one.blocks.push(attacker);
      const most = one.can_block ?? 1;
      if (most !== "any" && one.blocks.length > most) one.can_block = one.blocks.length;
      delete target.home;
      next.stage = "damage";
    }
  });
}
