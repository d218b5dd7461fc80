import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../../wait-until.js";
import { suspend } from "../processes.js";
import { longest, sample, sampleUntil, type Target } from "../samples.js";
import type { Verdict } from "../verdict.js";
import { operationsOf, queries, type Subgraph, subgraphs } from "./operations.js";

export interface FrozenLimits {
  otherMs: number;
  ownMs: number;
  recoveryMs: number;
}

const frozenMs = 5_000;
const everyMs = 200;

/**
 * Suspends the process of a subgraph. Checks the operations of the other subgraphs, the operations of the suspended subgraph, and the
 * recovery.
 */
export async function proveFrozenSubgraph(
  target: Target,
  name: Subgraph,
  pid: number,
  limits: FrozenLimits,
  verdict: Verdict,
): Promise<void> {
  const others = subgraphs.filter((other) => other !== name);
  let isFrozen = true;
  const resume = await suspend(pid);
  try {
    const own = operationsOf(name).map((query) =>
      sampleUntil(
        () => !isFrozen,
        everyMs,
        () => sample(target, query, query),
      ),
    );
    const rest = others.map((other) =>
      sampleUntil(
        () => !isFrozen,
        everyMs,
        () => sample(target, other, queries[other]),
      ),
    );
    // Stops sending before the process continues, because the recovery must not count operations that started earlier.
    await sleep(frozenMs);
    isFrozen = false;
    const failed = (await Promise.all(own)).flat();
    const answered = (await Promise.all(rest)).flat();
    const broken = answered
      .filter(({ code }) => code !== undefined)
      .map(({ kind, code, text }) => `${kind}: ${code} ${text.slice(0, 200)}`);
    verdict.nothing(`${name} frozen: failed operations of others, of ${answered.length}`, broken);
    verdict.atMost(`${name} frozen: longest operation of the others`, longest(answered), limits.otherMs, " ms");
    const unexpected = failed.filter(({ code }) => code === undefined || code === "without code");
    verdict.nothing(
      `${name} frozen: own operations without an error code, of ${failed.length}`,
      unexpected.map(({ text }) => text.slice(0, 200)),
    );
    verdict.atMost(`${name} frozen: longest own operation`, longest(failed), limits.ownMs, " ms");
  } finally {
    resume();
  }
  const resumed = performance.now();
  await Promise.all(
    operationsOf(name).map((query) => waitUntil(`${name} works`, async () => (await sample(target, query, query)).code === undefined, 60)),
  );
  verdict.atMost(`${name} resumed: recovered after`, performance.now() - resumed, limits.recoveryMs, " ms");
}
