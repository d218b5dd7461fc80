import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { Journal } from "./journal.js";

const schema = z.object({ number: z.number() });
const numbers = Array.from({ length: 200 }, (_, number) => ({ number }));
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-journal-"));
  file = path.join(folder, "journal.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the journal", () => {
  it("has resolved appends on disk, in order", async () => {
    const { journal } = await Journal.open(file, schema);
    const resolved: number[] = [];
    await Promise.all(numbers.map((entry) => journal.append(entry).then(() => resolved.push(entry.number))));
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(numbers.length + 1);
    expect(resolved).toEqual(numbers.map(({ number }) => number));
    await journal.close();
    const again = await Journal.open(file, schema);
    expect(again.entries).toEqual(numbers);
    await again.journal.close();
  });

  it("drops the partial line of a killed process and continues after the last complete one", async () => {
    writeFileSync(file, '{"number":1}\n{"number":2}\n');
    appendFileSync(file, '{"numb');
    const { journal, entries } = await Journal.open(file, schema);
    expect(entries).toEqual([{ number: 1 }, { number: 2 }]);
    await journal.append({ number: 3 });
    await journal.close();
    expect(readFileSync(file, "utf8")).toBe('{"number":1}\n{"number":2}\n{"number":3}\n');
  });

  it("reports the number of an invalid line", async () => {
    writeFileSync(file, '{"number":1}\n{"number":"two"}\n{"number":3}\n');
    await expect(Journal.open(file, schema)).rejects.toThrow(/Line 2 of .* is not a valid journal entry/);
  });

  it("does not resolve an append that did not reach the disk", async () => {
    const { journal } = await Journal.open(file, schema);
    await journal.close();
    await expect(journal.append({ number: 1 })).rejects.toThrow();
  });
});
