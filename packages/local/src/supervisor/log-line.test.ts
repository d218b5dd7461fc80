import { describe, expect, it } from "vitest";
import { readLogLine } from "./log-line.js";

describe("a line of an app's log", () => {
  it("tells where the app listens", () => {
    expect(readLogLine('{"level":"info","msg":"ready","url":"http://127.0.0.1:1/graphql"}')).toEqual({
      kind: "ready",
      url: "http://127.0.0.1:1/graphql",
    });
  });
  it("is shown short when it is a warning or worse", () => {
    const line = { level: "error", msg: "relay failed", err: { message: "connection lost\n    at somewhere", stack: "…" } };
    expect(readLogLine(JSON.stringify(line))).toEqual({ kind: "trouble", level: "error", text: "relay failed: connection lost" });
  });
  it("is routine at lower levels, and ready only with an address", () => {
    expect(readLogLine('{"level":"info","msg":"request"}')).toEqual({ kind: "routine" });
    expect(readLogLine('{"level":"info","msg":"ready"}')).toEqual({ kind: "routine" });
  });
  it("is plain text when it is no JSON object of ours", () => {
    for (const text of ["Error: no such module", "{half", '{"level":5}', ""]) expect(readLogLine(text)).toEqual({ kind: "plain", text });
  });
});
