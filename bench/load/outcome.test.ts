import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome.js";

const of = (status: number, body: unknown) =>
  outcomeOf({ status, body: typeof body === "string" ? body : JSON.stringify(body), endedAt: 0 });
const failed = (code: string) => ({ kind: "failed", code, isTimeout: false });

describe("the outcome of a response", () => {
  it("is ok only without errors in the body", () => {
    expect(of(200, { data: { get_discount: null } })).toEqual({ kind: "ok" });
    expect(of(200, { data: { note: 'the text "errors"', userErrors: [] } })).toEqual({ kind: "ok" });
    expect(of(200, { data: null, errors: [{ message: "No.", extensions: { code: "FORBIDDEN" } }] })).toEqual(failed("FORBIDDEN"));
    expect(of(200, { data: { create_discount_code: { userErrors: [{ code: "TAKEN" }] } } })).toEqual(failed("USER_ERRORS"));
  });

  it("covers MCP results", () => {
    expect(of(200, { jsonrpc: "2.0", id: 1, result: { content: [] } })).toEqual({ kind: "ok" });
    expect(of(200, { jsonrpc: "2.0", id: 1, result: { isError: true } })).toEqual(failed("MCP_TOOL_ERROR"));
    expect(of(200, { jsonrpc: "2.0", error: { message: "No.", data: { code: "BAD_INPUT" } } })).toEqual(failed("BAD_INPUT"));
  });

  it("is separate for 429, with the message of GraphQL or MCP", () => {
    expect(of(429, { errors: [{ message: "Slow down." }] })).toEqual({ kind: "limited", message: "Slow down." });
    expect(of(429, { error: { message: "Slow down." } })).toEqual({ kind: "limited", message: "Slow down." });
    expect(of(429, "<html>")).toEqual({ kind: "limited", message: "Too many requests." });
  });

  it("names other failures", () => {
    expect(of(502, "<html>")).toEqual(failed("HTTP_502"));
    expect(of(200, "<html>")).toEqual(failed("NOT_JSON"));
    expect(outcomeOf({ body: "", failure: "TIMEOUT", endedAt: 0 })).toEqual({ kind: "failed", code: "TIMEOUT", isTimeout: true });
  });
});
