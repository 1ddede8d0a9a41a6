// A defender is dragged onto the attacker it blocks, with a mouse, a pen or a finger. Without any of these the Block
// button does the same.

import { by, tell } from "./dom.js";
import { drawLinks } from "./links.js";
import { creature, nameOf, setBlock } from "./sheet.js";

const FAR = 6; // pixels that make a drag
const LONG = 350; // milliseconds that a finger rests on a card before it is dragged, so that the page can be scrolled

/** Makes the cards of both sides draggable: defenders onto attackers, and attackers onto those who shall block them. */
export function allowDragging() {
  const field = by("field");
  let drag = null;

  field.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    if (!card || event.target.closest("button, input, a") || event.button !== 0) return;
    drag = { card, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false, timer: 0 };
    if (event.pointerType === "touch") drag.timer = setTimeout(() => begin(), LONG);
  });

  field.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
    if (!drag.moving) {
      if (!far) return;
      if (event.pointerType === "touch") return stop(); // it scrolls
      begin();
    }
    event.preventDefault();
    show(event);
  });

  // a finger that drags a card doesn't scroll
  field.addEventListener("touchmove", (event) => drag?.moving && event.preventDefault(), { passive: false });

  field.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const target = drag.moving ? over(event) : null;
    const card = drag.card;
    stop();
    if (target) drop(card, target);
  });
  field.addEventListener("pointercancel", () => stop());
  addEventListener("keydown", (event) => event.key === "Escape" && drag && stop());

  function begin() {
    drag.moving = true;
    drag.card.classList.add("dragged");
    field.setPointerCapture(drag.pointer);
    getSelection()?.removeAllRanges();
  }

  function over(event) {
    const other = document.elementFromPoint(event.clientX, event.clientY)?.closest(".card");
    return other && other.dataset.side !== drag.card.dataset.side ? other : null;
  }

  function show(event) {
    const target = over(event);
    for (const marked of field.querySelectorAll(".target")) if (marked !== target) marked.classList.remove("target");
    target?.classList.add("target");
    drawLinks({ id: drag.card.dataset.id, x: event.clientX, y: event.clientY });
  }

  function stop() {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.card.classList.remove("dragged");
    for (const marked of field.querySelectorAll(".target")) marked.classList.remove("target");
    drag = null;
    drawLinks();
  }
}

// Dropping one where it blocks already takes the block back.
function drop(card, target) {
  const [blocker, attacker] = card.dataset.side === "theirs" ? [card, target] : [target, card];
  if (![blocker, attacker].every((one) => creature(one.dataset.id))) return; // gone in the meantime
  const blocks = !creature(blocker.dataset.id).blocks?.includes(attacker.dataset.id);
  const names = [blocker, attacker].map((one) => nameOf(creature(one.dataset.id)));
  setBlock(blocker.dataset.id, attacker.dataset.id, blocks);
  tell(blocks ? `${names[0]} blocks ${names[1]}.` : `${names[0]} doesn't block ${names[1]} any more.`);
}
