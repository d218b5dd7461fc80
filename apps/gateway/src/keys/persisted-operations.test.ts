import type { Pool } from "pg";
import { expect, it } from "vitest";
import { persistedLookup } from "./persisted-operations.js";

/** A database in which the API key `k` has the operations `a` and `b`. `asked` lists the parameters of the executed SQL statements. */
function fakePool() {
  const documents = new Map([
    ["a", "text of a"],
    ["b", "text of b"],
  ]);
  const asked: { hashes: string[]; withDocument: boolean[] }[] = [];
  const query = async ({ values: [keyIds, hashes, withDocument] }: { values: [string[], string[], boolean[]] }) => {
    asked.push({ hashes, withDocument });
    const rows = hashes.flatMap((hash, index) => {
      const document = keyIds[index] === "k" ? documents.get(hash) : undefined;
      return document === undefined ? [] : [{ keyId: "k", hash, document: withDocument[index] ? document : null }];
    });
    return { rows };
  };
  return { pool: { query } as unknown as Pool, asked, documents };
}

it("asks the database for each use, but for a text only once", async () => {
  const { pool, asked, documents } = fakePool();
  const find = persistedLookup(pool);
  expect(await Promise.all([find("k", "a"), find("k", "a"), find("k", "c")])).toEqual(["text of a", "text of a", undefined]);
  expect(await find("k", "a")).toBe("text of a");
  expect(asked).toEqual([
    { hashes: ["a", "c"], withDocument: [true, true] },
    { hashes: ["a"], withDocument: [false] },
  ]);
  documents.delete("a");
  expect(await find("k", "a")).toBeUndefined();
});

it("gives a cached text to no other key", async () => {
  const { pool } = fakePool();
  const find = persistedLookup(pool);
  expect(await find("k", "a")).toBe("text of a");
  expect(await find("other", "a")).toBeUndefined();
});

it("bounds the memory of the texts", async () => {
  const { pool, asked } = fakePool();
  const find = persistedLookup(pool, { maxBytes: 30 });
  for (const hash of ["a", "b", "a"]) await find("k", hash);
  expect(asked.map(({ withDocument }) => withDocument)).toEqual([[true], [true], [true]]);
});
