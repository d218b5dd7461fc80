import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { InvalidParams } from "./errors.js";
import { validateParams } from "./validate-params.js";

const request = (method: string, params?: Record<string, unknown>): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  ...(params && { params }),
});

describe("a message", () => {
  it("is admitted as it is", () => {
    for (const message of [
      request("tools/call", { name: "a", arguments: { b: null }, _meta: { progressToken: 7 } }),
      request("tools/list"),
      request("nothing/here", { any: 1 }),
      { jsonrpc: "2.0", method: "notifications/initialized" } as const,
      { jsonrpc: "2.0", id: 1, result: {} } as const,
    ])
      expect(validateParams(message, "2025-11-25")).toBe(message);
  });

  it("loses the task that it asks for, and nothing else", () => {
    expect(validateParams(request("tools/call", { name: "a", task: { ttl: 1 } }), undefined)).toEqual(request("tools/call", { name: "a" }));
  });

  it.each(["2024-01-01", "", "2025-11-25, 2025-06-18"])("of version %j is refused, naming those that are spoken", (version) => {
    const refused = expect.objectContaining({
      code: "BAD_REQUEST",
      details: expect.objectContaining({ fix: expect.stringContaining("2025-11-25") }),
    });
    expect(() => validateParams(request("ping"), version)).toThrow(refused);
    expect(() => validateParams({ jsonrpc: "2.0", method: "notifications/initialized" }, version)).toThrow(refused);
  });

  it("of an initialize may name any version: its params agree on one", () => {
    const params = { protocolVersion: "2099-01-01", capabilities: {}, clientInfo: { name: "a", version: "1" } };
    expect(validateParams(request("initialize", params), "2099-01-01")).toMatchObject({ params });
  });

  it.each<[method: string, params: Record<string, unknown> | undefined, words: string]>([
    ["initialize", {}, "params.protocolVersion: "],
    ["tools/call", undefined, "params: "],
    ["tools/call", { name: 7, arguments: [] }, "params.arguments: "],
    ["tools/list", { cursor: 7 }, "params.cursor: "],
    ["resources/list", { cursor: 7 }, "params.cursor: "],
    ["resources/templates/list", { cursor: 7 }, "params.cursor: "],
    ["resources/read", {}, "params.uri: "],
    ["prompts/list", { cursor: 7 }, "params.cursor: "],
    ["prompts/get", { name: "a", arguments: { b: 7 } }, "params.arguments.b: "],
  ])("of %s with %j is refused, naming the params", (method, params, words) => {
    expect(() => validateParams(request(method, params), undefined)).toThrow(InvalidParams);
    expect(() => validateParams(request(method, params), undefined)).toThrow(`Invalid params for ${method}: `);
    expect(() => validateParams(request(method, params), undefined)).toThrow(words);
  });

  it("with very many wrong params is refused in few words", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${"x".repeat(1_000)}${index}`, 7]));
    const refusal = caught(() => validateParams(request("prompts/get", { name: "a", arguments: many }), undefined));
    expect(refusal).toBeInstanceOf(InvalidParams);
    expect(refusal.message.length).toBeLessThan(3_000);
  });

  it("with more arguments than anything takes is refused before they are looked at", () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, 1]));
    expect(() => validateParams(request("tools/call", { name: "a", arguments: many }), undefined)).toThrow("at most 200 arguments");
  });

  const initialize = (more: object) => ({
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "a", version: "1" },
    ...more,
  });
  const keyed = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));
  const iconed = (icons: unknown) => initialize({ clientInfo: { name: "a", version: "1", icons } });
  it.each<[what: string, method: string, params: Record<string, unknown>]>([
    ["keys with wrong values", "initialize", initialize({ capabilities: { experimental: keyed(100_000, 7) } })],
    ["items that are wrong", "initialize", iconed(Array(500_000).fill(7))],
    ["items in items", "initialize", iconed(Array(500).fill({ src: "a", sizes: Array(1_000).fill(7) }))],
    ["items deep inside, more than a stack has room for", "initialize", iconed([{ src: "a", sizes: Array(450_000).fill(7) }])],
    ["keys that nobody knows", "tools/list", keyed(100_000, {})],
  ])("with very many %s is refused before it is looked at", (_what, method, params) => {
    expect(() => validateParams(request(method, params), undefined)).toThrow(`${method} allows at most 1000 values in its params`);
  });

  it("may have as many values as clients send, and arguments as large as they like", () => {
    const initializing = request("initialize", initialize({ capabilities: { experimental: keyed(990, {}) } }));
    expect(validateParams(initializing, undefined)).toBe(initializing);
    const calling = request("tools/call", { name: "a", arguments: { b: Array(10_000).fill({ c: 1 }) } });
    expect(validateParams(calling, undefined)).toBe(calling);
  });
});

function caught(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was refused.");
}
