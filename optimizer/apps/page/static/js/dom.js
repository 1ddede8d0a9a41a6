// Elements, made in one line. Whatever a person typed is text, never markup.

/** An element with attributes (functions listen, `true` is an empty attribute) and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const by = (id) => document.getElementById(id);

/** The picture that the server drew, as an element. */
export function pictureOf(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** Says something that happened, to those who see and to those who listen. */
export function tell(words) {
  by("told").textContent = words;
}
