// The combat in the address: `#c=` and the sheet, compressed, in the letters that addresses may have.

/** A sheet as a text for the address. */
export async function packed(sheet) {
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  return letters(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The sheet of such a text; throws where it is none. */
export async function unpacked(text) {
  const bytes = await through(numbers(text), new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** What the address says: a token, which is taken out of it at once, and a combat. */
export function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const token = said.get("token");
  if (token !== null) {
    said.delete("token");
    put(said.get("c"));
  }
  return { token, combat: said.get("c") };
}

/** Puts a packed combat into the address, without a step in the browser's history. */
export function put(text) {
  const hash = text ? `#c=${text}` : "";
  history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function letters(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function numbers(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}
