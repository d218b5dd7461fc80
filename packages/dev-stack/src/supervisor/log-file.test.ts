import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LogFile } from "./log-file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-log-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("an app's log file", () => {
  it("rotates at its maximum size, loses no line, and keeps the newest files", () => {
    const log = new LogFile(folder, "forms", 1_000);
    const read: string[] = [];
    for (let index = 0; index < 500; index++) {
      writeSync(log.descriptor, `line ${index} ${"x".repeat(40)}\n`);
      if (index % 7 === 0) read.push(...log.newLines());
      expect(statSync(log.path).size).toBeLessThan(2_000);
    }
    read.push(...log.newLines());
    expect(read.map((line) => Number(line.split(" ")[1]))).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(readdirSync(folder).sort()).toEqual(["forms.log", "forms.log.1", "forms.log.2", "forms.log.3"]);
    const kept = ["3", "2", "1"].map((suffix) => readFileSync(`${log.path}.${suffix}`, "utf8")).join("") + readFileSync(log.path, "utf8");
    const numbers = kept
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ")[1]));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 500 - numbers.length + index));
    log.close();
  });
  it("reads a line that is completed after a rotation", () => {
    const log = new LogFile(folder, "forms", 10);
    writeSync(log.descriptor, "a long first half,");
    expect(log.newLines()).toEqual([]);
    writeSync(log.descriptor, " and its end\nnext\n");
    expect(log.newLines()).toEqual(["a long first half, and its end", "next"]);
    log.close();
  });
  it("keeps the log of the previous run", () => {
    const first = new LogFile(folder, "forms");
    writeSync(first.descriptor, "one\n");
    first.close();
    new LogFile(folder, "forms").close();
    expect(readFileSync(path.join(folder, "forms.log.1"), "utf8")).toBe("one\n");
  });
});
