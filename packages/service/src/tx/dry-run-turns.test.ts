import { expect, it } from "vitest";
import { DryRunTurns } from "./dry-run-turns.js";

const limit = { code: "dry_run_limit" };

function task() {
  let end = () => undefined as unknown;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => done, end };
}

it("runs two dry runs at once, of different workspaces", async () => {
  const turns = new DryRunTurns(20);
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
  const turns = new DryRunTurns(60_000);
  for (let count = 0; count < 3; count += 1) await expect(turns.run("one", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
});
