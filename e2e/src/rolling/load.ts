import { Agent } from "undici";
import { pace } from "../../../bench/load/pace.js";
import { waitUntil } from "../wait-until.js";
import { mixedRequests, mutationRequests, type Send } from "./requests.js";

/** Number of requests per second to each field in `mutations`. At least one of them is always in flight. */
const mutationsPerSecond = 3;
/** Maximum duration of the load. The proof stops the load earlier. */
const maxSeconds = 3_600;

interface LoadOptions {
  baseUrl: string;
  key: string;
  /** Number of mixed requests per second. */
  perSecond: number;
  /** Root fields of mutations that take 600 ms. */
  mutations: readonly string[];
  maxLatencyMs: number;
}

/** The requests of one period. */
interface Period {
  /** Number of requests that were due. */
  offered: number;
  /** Number of successful requests. */
  completed: number;
  latencies: number[];
}

export interface Load {
  failures: readonly string[];
  /** Returns the requests since the last call. */
  take(): Period;
  /** Stops the load, and waits for the requests in flight. */
  stop(): Promise<void>;
}

/**
 * Sends requests to a gateway at a constant rate, and does not wait for the responses. A request fails if the response is not as expected.
 * A latency starts at the time at which the request was due.
 */
export async function startLoad({ baseUrl, key, perSecond, mutations, maxLatencyMs }: LoadOptions): Promise<Load> {
  const slow = { rate: mutations.length * mutationsPerSecond };
  // While no latency exceeds the limit, fewer requests are in flight. Otherwise the load skips requests, because the proof must not cause
  // overload. A skipped request is not completed.
  const maxRunning = Math.ceil(((perSecond + slow.rate) * maxLatencyMs) / 1000);
  const dispatcher = new Agent({ connections: maxRunning });
  const target = { baseUrl, key, dispatcher };
  const [mixed, changing] = [mixedRequests(target), mutationRequests(target, mutations)];
  const failures: string[] = [];
  const running = new Set<Promise<void>>();
  const newPeriod = (): Period => ({ offered: 0, completed: 0, latencies: [] });
  let [period, isOver] = [newPeriod(), false];
  // The first mutations of a process are slow, because they load the database client. The load starts after each kind of request has
  // succeeded.
  for (const [index, kind] of [...mixed, ...changing].entries())
    await waitUntil(`request ${index} succeeds`, async () => (await kind(index)) === undefined);

  const run = async (kind: Send, number: number, due: number) => {
    const failure = await kind(number).catch((error: Error) => error.message);
    period.latencies.push(performance.now() - due);
    if (failure === undefined) period.completed += 1;
    else failures.push(failure);
  };
  const sendAll = (kinds: readonly Send[], rate: number) => {
    let count = 0;
    const send = (due: number) => {
      const number = count++;
      const kind = kinds[number % kinds.length];
      period.offered += 1;
      if (!kind || running.size >= maxRunning) return;
      const one = run(kind, Math.floor(number / kinds.length), due).finally(() => running.delete(one));
      running.add(one);
    };
    return pace({ rate, seconds: maxSeconds, send, continues: () => !isOver });
  };
  const sending = Promise.all([sendAll(mixed, perSecond), ...(changing.length > 0 ? [sendAll(changing, slow.rate)] : [])]);
  return {
    failures,
    take() {
      const taken = period;
      period = newPeriod();
      return taken;
    },
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(running);
      await dispatcher.close();
    },
  };
}
