import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readResults } from "./read-results.js";

it("names the benchmarks without a recorded result", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-results-"));
  try {
    const environment = { processor: "", cores: 2, memoryGiB: 8, node: "", loadAverage: 0, commit: "", date: "" };
    const result = { name: "latency", title: "Latency", description: [], environment, limits: [], tables: [], charts: [] };
    await writeFile(path.join(folder, "latency.json"), JSON.stringify(result));
    const { results, missing } = await readResults(folder);
    expect(results).toEqual([result]);
    const names = missing.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["lab", "telemetry", "scale-processes", "scale-partitions"]));
    expect(names).not.toContain("latency");
    expect(missing).toContainEqual({ name: "scale-processes", command: "npm run bench -- scale --parts processes" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
