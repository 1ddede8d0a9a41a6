// An engine driven from JavaScript: node examples/engine.mjs
// Node 18 or later, nothing to install; `optimizer` on the PATH, or its place in the variable OPTIMIZER.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

class EngineError extends Error {
  constructor({ code, message, data }) {
    super(data?.field ? `${data.field}: ${data.message}` : (data?.message ?? message));
    Object.assign(this, { name: "EngineError", code, field: data?.field ?? "" });
  }
}

class Engine {
  #process;
  #pending = new Map(); // id -> who waits for the answer
  #last = 0;
  #ended = null; // why nothing can be asked any more

  constructor(command = process.env.OPTIMIZER ?? "optimizer", args = ["engine", "--limit-ms", "2000"]) {
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.on("error", (error) => this.#end(error)); // it couldn't be started
    this.#process.on("exit", (code) => this.#end(new Error(`the engine ended (exit code ${code})`)));
    this.#process.stdin.on("error", () => {}); // "exit" tells it better
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#receive(JSON.parse(line)));
  }

  // Any method by its name; waits at most `patience` milliseconds, and ends an engine that takes longer.
  request(method, params = {}, patience = 30_000) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        this.#process.kill();
        reject(new Error(`no answer to ${method} within ${patience} ms`));
      }, patience);
      this.#pending.set(id, { resolve, reject, timer });
      this.#process.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }

  async close() {
    if (!this.#ended) {
      this.#process.stdin.end(); // the end of its input ends the engine
      await once(this.#process, "exit");
    }
  }

  #receive({ id, result, error }) {
    const waiting = this.#pending.get(id);
    if (waiting === undefined) return;
    this.#pending.delete(id);
    clearTimeout(waiting.timer);
    if (error) waiting.reject(new EngineError(error));
    else waiting.resolve(result);
  }

  #end(error) {
    this.#ended ??= error;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#pending.clear();
  }
}

const engine = new Engine();
const fight = {
  defending_player: { life: 12 },
  attackers: [{ id: "wurm", power: 6, toughness: 4, keywords: ["trample"] }],
  blockers: [
    { id: "bear", power: 2, toughness: 2, blocks: ["wurm"] },
    { id: "wall", power: 0, toughness: 3, keywords: ["defender"], blocks: ["wurm"] },
  ],
};

const { methods } = await engine.request("version");
console.log("methods:", methods.join(" "));

const best = await engine.request("suggest", { document: fight, limit_ms: 200 });
console.log(`${best.status}, score ${best.score}`);
for (const { step, attacking } of best.line) console.log(`${step}: ${JSON.stringify(attacking)}`);
console.log("dies:", best.outcome.dies.join(" "), "- life:", best.outcome.defending_player.life);

// The decisions before: who attacks, and who blocks.
const ours = [
  { id: "rhino", power: 4, toughness: 4, keywords: ["trample"] },
  { id: "elf", power: 1, toughness: 1 },
];
const theirs = [{ id: "giant", power: 3, toughness: 3 }];
const turn = { creatures: ours, defenders: theirs };
const { attacks } = await engine.request("attacks", { document: turn, limit_ms: 500 });
console.log("attacks:", JSON.stringify(attacks));
const attacked = { attackers: ours, defenders: theirs };
const { blocks } = await engine.request("blocks", { document: attacked, limit_ms: 500 });
console.log("blocks against all of them:", JSON.stringify(blocks));

// Several questions at once: the answers come in order, each to whoever asked.
const notation = "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2";
const [count, legal, check] = await Promise.all([
  engine.request("count", { document: notation }),
  engine.request("legal", { document: notation, limit: 2 }),
  engine.request("check", { document: notation, assignment: { slime: { wurm: 3 } } }),
]);
console.log(`${count.attacking} assignments, the first two: ${JSON.stringify(legal.assignments)}`);
console.log("illegal by:", check.violations.map(({ rule }) => rule).join(", "));

try {
  await engine.request("suggest", { document: { attackers: [{ id: "wurm", power: "6", toughness: 4 }] } });
} catch (error) {
  console.log(`error ${error.code} at ${error.field}`);
}
await engine.close();
