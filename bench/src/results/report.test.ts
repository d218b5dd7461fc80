import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReport } from "./report.js";
import { readResult } from "./result.js";

const environment = { processor: "CPU", cores: 2, memoryGiB: 8, node: "v1", loadAverage: 0.5, commit: "abc", date: "2026-01-02T03:04" };
let folder: string;
let printed: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-results-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(String(text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Reports these figures, whose goal is at most 1. Returns the exit code and the recorded figures. */
async function run(figures: Record<string, number | null>) {
  process.exitCode = undefined;
  printed.length = 0;
  const report = createReport({ name: "one", title: "One", description: [] }, false, environment, folder);
  for (const [text, value] of Object.entries(figures))
    report.limit({ text, unit: "×", value, atMost: 1, ...(value === null && { note: "no network" }) });
  await report.finish();
  const { exitCode } = process;
  const recorded = Object.fromEntries(((await readResult("one", folder))?.limits ?? []).map(({ text, value }) => [text, value]));
  process.exitCode = undefined;
  return { exitCode, recorded };
}

it("keeps a recorded figure that a later run could not measure, and names the reason", async () => {
  await run({ a: 0.5, peer: 0.9 });
  expect(await run({ a: 0.4, peer: null })).toEqual({ exitCode: 1, recorded: { a: 0.5, peer: 0.9 } });
  expect(printed.join("\n")).toContain("because of these regressions:\npeer: – (at most 1.00 ×; recorded: 0.90 ×; no network)");
});

it("keeps the recorded figures that are not part of a later run", async () => {
  await run({ a: 0.5, b: 0.9 });
  expect(await run({ a: 0.4 })).toEqual({ exitCode: 1, recorded: { a: 0.5, b: 0.9 } });
  expect(printed.join("\n")).toContain("b: not part of this run (recorded: 0.90 ×)");
});

it("records missing figures if BENCH_RECORD is always, or if the recorded figure has no value either", async () => {
  expect(await run({ a: 0.5, peer: null })).toEqual({ exitCode: undefined, recorded: { a: 0.5, peer: null } });
  expect(await run({ a: 0.4, peer: null })).toEqual({ exitCode: undefined, recorded: { a: 0.4, peer: null } });
  await run({ a: 0.5, peer: 0.9 });
  vi.stubEnv("BENCH_RECORD", "always");
  expect(await run({ a: 0.4, peer: null })).toEqual({ exitCode: undefined, recorded: { a: 0.4, peer: null } });
});
