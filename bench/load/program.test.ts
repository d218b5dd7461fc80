import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSettings } from "./program.js";

const written: string[] = [];
beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
});
afterEach(() => {
  written.length = 0;
  vi.restoreAllMocks();
});

const key = { OFFERGRAPH_KEY: "sk_1" };
const rejected = (...words: string[]) => {
  expect(() => readSettings(words, key)).toThrow();
  return written.join("");
};

describe("the arguments", () => {
  it("have defaults", () => {
    expect(readSettings([], key)).toMatchObject({
      ...{ url: "http://localhost:4000", keys: ["sk_1"], workload: "mixed", rate: 20, seconds: 30, warmUpSeconds: 5, allowWrites: false },
    });
  });

  it("accept several keys, a base path, thresholds and a ramp", () => {
    const words = ["--key", "a", "b", "--url", "https://x.example/api/", "--ramp", "50-200", "--max-p99-ms", "250", "--max-errors", "0.1%"];
    const settings = readSettings(words, key);
    expect(settings).toMatchObject({
      ...{ keys: ["a", "b"], url: "https://x.example/api", ramp: { from: 50, to: 200 }, seconds: 10, maxP99Ms: 250 },
      maxErrors: { value: 0.1, isPercent: true },
    });
    expect(settings.rate).toBeUndefined();
  });

  it("are rejected with the allowed values", () => {
    expect(rejected("--ramp", "200-50")).toContain("Give the first and the highest rate, e.g. 50-2000.");
    expect(rejected("--max-errors", "1.5")).toContain("Give a number of requests, e.g. 10, or a percentage, e.g. 0.1%.");
    expect(rejected("--rate", "20", "--ramp", "1-2")).toContain("cannot be used with");
    expect(rejected("--workload", "delete")).toContain("get, list, join, mcp, write, mixed");
  });

  it("require a key, and a flag for writes", () => {
    expect(() => readSettings([], {})).toThrow("A secret key is missing. Give --key, or set OFFERGRAPH_KEY.");
    expect(() => readSettings(["--workload", "write"], key)).toThrow("Add --allow-writes.");
    expect(() => readSettings(["--variables", "a.json"], key)).toThrow("--variables requires --query.");
  });
});
