import { describe, expect, it } from "vitest";
import { FairLimit } from "./fair-limit.js";

/** Adds tasks that the test ends, and records the order in which they start. */
function tasks(limit: FairLimit) {
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const add = (key: string, name: string) =>
    limit.run(key, async () => {
      started.push(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
    });
  const end = async (name: string) => {
    endings.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, add, end };
}

describe("a fair limit", () => {
  it("limits running tasks in total and per key", async () => {
    const { started, add } = tasks(new FairLimit({ maxRunning: 4, maxRunningPerKey: 3 }));
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2"]) void add(name[0] as string, name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(["a1", "a2", "a3", "b1"]);
  });
  it("alternates between keys", async () => {
    const { started, add, end } = tasks(new FairLimit({ maxRunning: 1, maxRunningPerKey: 1 }));
    for (let index = 1; index <= 5; index++) void add("a", `a${index}`);
    for (const name of ["b1", "c1", "b2"]) void add(name[0] as string, name);
    for (let round = 0; round < 8; round++) await end(started.at(-1) ?? "");
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]);
  });
  it("continues after a failed task and rethrows its error", async () => {
    const limit = new FairLimit({ maxRunning: 1, maxRunningPerKey: 1 });
    const failed = limit.run("a", () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await limit.run("a", async () => 1)).toBe(1);
  });
});
