// The boxes in which creatures are typed, with the names of cards to choose from.

import { by, make, tell } from "./dom.js";
import { ask } from "./server.js";
import { change, ids, nameOf, onChange, sheet } from "./sheet.js";

let waiting = Promise.resolve();

/** Makes a form of class `add` work. */
export function allowTyping(form) {
  const side = form.dataset.side;
  const input = form.elements.text;
  const list = by(`names-${side}`);
  const problem = form.querySelector(".problem");
  let looking = null;
  let active = -1;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    problem.textContent = "";
    const text = input.value;
    if (!text.trim()) return;
    input.value = "";
    form.setAttribute("aria-busy", "true");
    // one after the other, so that each knows the ids that are taken
    waiting = waiting.then(() => take(text)).finally(() => form.removeAttribute("aria-busy"));
  });

  async function take(text) {
    try {
      const found = await ask("add", { text, ids: ids() });
      if (found.sheet) {
        change(() => found.sheet);
        tell("The combat that you typed.");
      } else {
        change((next) => {
          // until somebody blocks, who should block is the question
          if (side === "theirs" && !next.theirs.length && next.stage === "damage") next.stage = "blocks";
          next[side].push(...found.creatures);
          if (found.pending) next.triggers = "pending";
        });
        const last = sheet()[side].at(-1);
        tell(found.creatures.length === 1 ? `${nameOf(last)} added.` : `${found.creatures.length} creatures added.`);
      }
    } catch (error) {
      problem.textContent = error.field && !error.field.startsWith("text") && !error.field.startsWith("column") ? `${error.field}: ${error.message}` : error.message;
      input.setAttribute("aria-invalid", "true");
      if (!input.value) {
        input.value = text;
        input.select(); // what is typed next takes its place
      }
    }
    input.focus({ preventScroll: true });
  }

  // what was wrong is told until something else is typed, or is on the table
  const forget = () => {
    problem.textContent = "";
    input.removeAttribute("aria-invalid");
  };
  onChange(forget);

  input.addEventListener("input", async () => {
    forget();
    looking?.abort();
    // what comes after the last comma is being typed now
    const [, , number, text] = input.value.match(/^(.*[,;])?\s*(\d{0,3}\s+)?(.*)$/s) || [];
    if (!text || text.length < 3 || /\d\/\d|[<"|{]/.test(text)) return close();
    looking = new AbortController();
    try {
      const { cards } = await ask("cards", { text: text.trim() }, looking.signal);
      show(cards, input.value.slice(0, input.value.length - text.length));
    } catch (error) {
      if (error.name !== "AbortError") close(); // names to choose from are a help, no more
    }
  });

  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((active + step + list.children.length + 1) % (list.children.length + 1));
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && active >= 0 && active < list.children.length) {
      event.preventDefault();
      choose(list.children[active]);
    }
  });
  input.addEventListener("blur", () => setTimeout(close, 150)); // a click on a name comes first

  function show(cards, before) {
    list.replaceChildren(
      ...cards.map((card, place) =>
        make("li", {
          role: "option", id: `${list.id}-${place}`, "aria-selected": "false", "data-text": before + card.name,
          pointerdown: (event) => {
            event.preventDefault();
            choose(event.currentTarget);
          },
        }, make("span", {}, card.name), make("small", {}, ` ${card.told}`))));
    list.hidden = !cards.length || document.activeElement !== input;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(-1);
  }

  function mark(place) {
    active = place;
    [...list.children].forEach((one, at) => one.setAttribute("aria-selected", String(at === place)));
    const chosen = list.children[place];
    if (chosen) {
      input.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  function choose(option) {
    input.value = option.dataset.text;
    close();
    form.requestSubmit();
  }

  function close() {
    looking?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
}
