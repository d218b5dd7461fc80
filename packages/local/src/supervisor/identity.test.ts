import { describe, expect, it } from "vitest";
import { identify, signal, startTicks, stillRuns } from "./identity.js";

const rest = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21";

describe("who a process is", () => {
  it("is told by when it started, whatever its program is called", () => {
    expect(startTicks(`42 (node) S ${rest}`)).toBe("4711");
    expect(startTicks(`42 (a) Z (b c) S ${rest}`)).toBe("4711");
  });
  it("is nobody any more once it has ended, though its parent has not collected it", () => {
    expect(startTicks(`42 (node) Z ${rest}`)).toBeUndefined();
  });
  it("is not proved by a number alone", () => {
    expect(stillRuns(identify(process.pid))).toBe(true);
    expect(stillRuns({ pid: process.pid })).toBe(false);
    expect(stillRuns({ pid: process.pid, started: "another time" })).toBe(false);
    // Nothing is sent: this process would end.
    signal({ pid: process.pid, started: "another time" }, "SIGKILL");
  });
});
