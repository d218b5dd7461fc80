import { newId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import { days, decimals, floats, ids, ints, tagLists, texts, times } from "./arbitraries.js";
import { moods } from "./fixtures.js";

/** Returns a function that chooses a random item of a list. The same seed always gives the same choices. */
export function chooser(seed: number): <T>(list: readonly T[]) => T {
  let state = seed;
  return <T>(list: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return list[((mixed ^ (mixed >>> 14)) >>> 0) % list.length] as T;
  };
}

/**
 * Inserts rows into the table `things` with few distinct values, many nulls and many ties. For some rows of `things`, also inserts rows
 * into `extras`.
 */
export async function fillThings(admin: pg.Client, workspaceId: string, howMany: number, seed = 1): Promise<void> {
  const choose = chooser(seed);
  const orNull = <T>(list: readonly T[]): T | null => choose([...list, null, null]);
  for (let index = 0; index < howMany; index += 1) {
    const rowId = newId();
    const cents = orNull(decimals);
    const mood = orNull(moods);
    await admin.query(
      `INSERT INTO things VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ($9::numeric * 10000)::bigint, $9::numeric, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        rowId,
        workspaceId,
        orNull(ids),
        orNull(texts),
        choose(texts),
        orNull(times),
        choose(times),
        orNull(days),
        cents,
        orNull(decimals),
        orNull(ints),
        choose(ints),
        orNull(floats),
        orNull([true, false]),
        mood && moods.indexOf(mood),
        mood,
        orNull(tagLists),
      ],
    );
    if (choose([true, false])) await admin.query("INSERT INTO extras VALUES ($1, $2)", [rowId, workspaceId]);
  }
}
