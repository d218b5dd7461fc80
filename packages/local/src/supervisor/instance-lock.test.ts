import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockInstance } from "./instance-lock.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of a data directory", () => {
  it("is held by one process at a time, which the refusal names", () => {
    const unlock = lockInstance(folder);
    expect(() => lockInstance(folder)).toThrow(`already runs on ${folder} (process ${process.pid})`);
    unlock();
    lockInstance(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });
  it("is taken over from a process that is gone, and from one whose number another process has now", () => {
    const { pid } = spawnSync("true");
    for (const stale of [
      JSON.stringify({ pid, started: "x" }),
      JSON.stringify({ pid: process.pid, started: "another time" }),
      "half a fi",
    ]) {
      writeFileSync(path.join(folder, "lock"), stale);
      lockInstance(folder)();
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});
