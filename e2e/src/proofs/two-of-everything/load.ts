import { setTimeout as sleep } from "node:timers/promises";
import { createPartner, queries } from "../partial-failure/operations.js";
import { createClient, type Open, type Sent } from "./client.js";

interface Load {
  /** Returns the results since the last call. */
  take(): Sent[];
  /** Returns the requests that wait for their responses. */
  open(): Open[];
  stop(): Promise<void>;
}

export const clients = 16;
const pauseMs = 1;

/**
 * Sends queries to each subgraph, and mutations to one subgraph. Each client uses its own keep-alive connection. `kind` is the name of the
 * subgraph.
 */
export function startLoad(baseUrl: string, key: string): Load {
  const kinds = [...Object.entries(queries), ["discounts", createPartner] as const];
  let results: Sent[] = [];
  let [isOver, count] = [false, 0];
  const all = Array.from({ length: clients }, createClient);
  const run = async (client: (typeof all)[number]) => {
    while (!isOver) {
      const number = count++;
      const [kind = "", query = ""] = kinds[number % kinds.length] ?? [];
      const address = `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`;
      const sent = await client.send({ baseUrl, key, kind, query, address });
      // `results.push(await …)` would read `results` before the request, and during the request `take` can return this list.
      results.push(sent);
      await sleep(pauseMs);
    }
    client.close();
  };
  const running = Promise.all(all.map(run));
  return {
    take() {
      const taken = results;
      results = [];
      return taken;
    },
    open: () => all.flatMap((client) => client.open() ?? []),
    async stop() {
      isOver = true;
      await running;
    },
  };
}
