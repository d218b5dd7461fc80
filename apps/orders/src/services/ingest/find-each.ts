import type { LookUp } from "@offergraph/shared/errors/look-up-error";
import pLimit from "p-limit";

const maxRemembered = 1_000;
/** Keeps one batch from taking all database connections. */
const maxAtOnce = 8;

/** Finds many records, each key once. Caches up to 1,000 results. */
export type FindEach<Row> = (keys: Iterable<string>) => Promise<ReadonlyMap<string, LookUp<Row>>>;

export function findEach<Row>(find: (key: string) => Promise<LookUp<Row>>): FindEach<Row> {
  const remembered = new Map<string, LookUp<Row>>();
  const turn = pLimit(maxAtOnce);
  return async (keys) => {
    const found = new Map<string, LookUp<Row>>();
    const looked = [...new Set(keys)].map(async (key) => {
      const one = remembered.get(key) ?? (await turn(find, key));
      found.set(key, one);
    });
    await Promise.all(looked);
    for (const [key, one] of found) {
      // Not cached: the owning service may be available for the next batch.
      if (one.fault === "UNAVAILABLE") continue;
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, one);
    }
    return found;
  };
}
