// What the page asks of its server. Every answer is JSON; every refusal is a problem (RFC 9457).

const KEY = "optimizer-token";

export class Problem extends Error {
  constructor(status, detail, field) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

let askForToken = async () => null;

/** What to do when the server wants a token: a function that gets one from the person. */
export function onToken(ask) {
  askForToken = ask;
}

export function keepToken(token) {
  sessionStorage.setItem(KEY, token);
}

/** The answer of a method of the page's; throws a Problem, or an AbortError where `signal` was used. */
export async function ask(method, params, signal) {
  const response = await send(method, params, signal);
  const said = await response.json().catch(() => ({}));
  signal?.throwIfAborted(); // an answer that nobody wants any more may have been on its way
  if (response.ok) return said;
  if (response.status === 401) {
    const token = await askForToken();
    if (token) {
      keepToken(token);
      return ask(method, params, signal);
    }
  }
  if (response.status === 429) {
    await pause(1000 * Number(response.headers.get("Retry-After") || 1), signal);
    return ask(method, params, signal);
  }
  throw new Problem(response.status, said.detail || said.title || `the server answered ${response.status}`, said.field || "");
}

async function send(method, params, signal) {
  const headers = { "Content-Type": "application/json" };
  const token = sessionStorage.getItem(KEY);
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    return await fetch(`page/${method}`, { method: "POST", headers, body: JSON.stringify(params), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "the server can't be reached: is `optimizer serve` still running?", "");
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    });
  });
}
