import { describe, expect, it } from "vitest";
import { identify, signal, startTicks, stillRuns } from "./identity.js";

const rest = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21";

describe("process identity", () => {
  it("is its start time, for any program name", () => {
    expect(startTicks(`42 (node) S ${rest}`)).toBe("4711");
    expect(startTicks(`42 (a) Z (b c) S ${rest}`)).toBe("4711");
  });
  it("is undefined for a zombie", () => {
    expect(startTicks(`42 (node) Z ${rest}`)).toBeUndefined();
  });
  it("needs more than the process id", () => {
    expect(stillRuns(identify(process.pid))).toBe(true);
    expect(stillRuns({ pid: process.pid })).toBe(false);
    expect(stillRuns({ pid: process.pid, started: "another time" })).toBe(false);
    // The start time is wrong, so `signal` must not kill the test process.
    signal({ pid: process.pid, started: "another time" }, "SIGKILL");
  });
});
