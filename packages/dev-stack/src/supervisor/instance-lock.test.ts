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

describe("lockInstance", () => {
  it("locks for one process, which the error names", () => {
    const unlock = lockInstance(folder);
    expect(() => lockInstance(folder)).toThrow(`already running with the data directory ${folder} (process ${process.pid})`);
    unlock();
    lockInstance(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });
  it("takes over the lock of an exited process, also if its id was reused", () => {
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
