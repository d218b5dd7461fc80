import { describe, expect, it } from "vitest";
import { readLogLine } from "./log-line.js";

describe("readLogLine", () => {
  it("returns the address of the app", () => {
    expect(readLogLine('{"level":"info","msg":"ready","url":"http://127.0.0.1:1/graphql"}')).toEqual({
      kind: "ready",
      url: "http://127.0.0.1:1/graphql",
    });
  });
  it("shortens warnings and errors", () => {
    const line = { level: "error", msg: "relay failed", err: { message: "connection lost\n    at somewhere", stack: "…" } };
    expect(readLogLine(JSON.stringify(line))).toEqual({ kind: "trouble", level: "error", text: "relay failed: connection lost" });
  });
  it("returns routine for lower levels, and ready only with an address", () => {
    expect(readLogLine('{"level":"info","msg":"request"}')).toEqual({ kind: "routine" });
    expect(readLogLine('{"level":"info","msg":"ready"}')).toEqual({ kind: "routine" });
  });
  it("returns plain text for anything but a JSON log line", () => {
    for (const text of ["Error: no such module", "{half", '{"level":5}', ""]) expect(readLogLine(text)).toEqual({ kind: "plain", text });
  });
});
