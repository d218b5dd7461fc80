import { afterEach, expect, it, vi } from "vitest";
import { DryRunTurns } from "./dry-run-turns.js";

const limit = { code: "dry_run_limit" };

function task() {
  let end = () => undefined as unknown;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => done, end };
}

afterEach(() => {
  vi.useRealTimers();
});

it("runs two dry runs at once, of different workspaces", async () => {
  const turns = new DryRunTurns(2, 20);
  const [first, second] = [task(), task()];
  const running = [turns.run("one", first.run), turns.run("two", second.run)];
  await expect(turns.run("one", async () => "started")).rejects.toMatchObject(limit);
  await expect(turns.run("three", async () => "started")).rejects.toMatchObject(limit);
  first.end();
  await running[0];
  expect(await turns.run("one", async () => "started")).toBe("started");
  second.end();
  await running[1];
});

it("ends the turn of a failed dry run", async () => {
  const turns = new DryRunTurns(2, 60_000);
  for (let count = 0; count < 3; count += 1) await expect(turns.run("one", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
});

it("waits once for both the workspace and a slot", async () => {
  vi.useFakeTimers();
  const turns = new DryRunTurns(1, 100);
  const [busy, failed] = [task(), vi.fn()];
  const running = turns.run("one", busy.run);
  // This dry run blocks other dry runs of its workspace until the timeout of 100 ms.
  turns.run("two", async () => "started").catch(failed);
  await vi.advanceTimersByTimeAsync(60);
  const later = vi.fn();
  turns.run("two", async () => "started").catch(later);
  await vi.advanceTimersByTimeAsync(99);
  expect([failed.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(later.mock.calls).toEqual([[expect.objectContaining(limit)]]);
  busy.end();
  await running;
});
