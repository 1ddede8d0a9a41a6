// Lines from blockers to those they block, and to the pointer while one is dragged. They say nothing that cards don't.

import { by } from "./dom.js";
import { sheet } from "./sheet.js";

const NS = "http://www.w3.org/2000/svg";

/** Draws the lines anew; `drag` has a blocker's id and where the pointer is, in the window. */
export function drawLinks(drag = null) {
  const field = by("field");
  const svg = field.querySelector(".links");
  const frame = field.getBoundingClientRect();
  svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  svg.replaceChildren();
  svg.classList.toggle("above", Boolean(drag)); // else they stay behind the cards
  const add = (from, to, kind) => {
    const path = document.createElementNS(NS, "path");
    const bend = (from.y - to.y) / 2;
    path.setAttribute("d", `M${from.x} ${from.y} C${from.x} ${from.y - bend} ${to.x} ${to.y + bend} ${to.x} ${to.y}`);
    path.setAttribute("class", kind);
    svg.append(path);
  };
  const place = (id, edge) => {
    const box = field.querySelector(`.card[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
    return box && { x: box.left - frame.left + box.width / 2, y: (edge === "top" ? box.top : box.bottom) - frame.top };
  };
  for (const one of sheet().theirs) {
    for (const target of one.blocks || []) {
      const from = place(one.id, "top");
      const to = place(target, "bottom");
      if (from && to) add(from, to, "link");
    }
  }
  const start = drag && place(drag.id, "top");
  if (start) add(start, { x: drag.x - frame.left, y: drag.y - frame.top }, "link dragged");
}
