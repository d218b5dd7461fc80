import { CallToolRequestSchema, JSONRPCMessageSchema, RELATED_TASK_META_KEY } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { isPlainCall } from "./tool-call.js";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "a" } };
const withParams = (params: unknown) => ({ ...call, params });
const withMeta = (_meta: unknown) => withParams({ name: "a", _meta });

describe("a plain tool call", () => {
  it.each<[name: string, message: unknown]>([
    ["only a name", call],
    ["arguments", withParams({ name: "a", arguments: { b: { c: [1] }, constructor: null } })],
    ["an id that is a text", { ...call, id: "" }],
    ["a progressToken", withMeta({ progressToken: 7 })],
    ["other meta data", withMeta({ progressToken: "a", "client/toolUseId": "b" })],
  ])("with %s is accepted by the SDK's schemas, without a change", (_name, message) => {
    expect(isPlainCall(message)).toBe(true);
    expect(JSONRPCMessageSchema.parse(message)).toEqual(message);
    expect(CallToolRequestSchema.safeParse(message).success).toBe(true);
  });

  it.each<[name: string, message: unknown]>([
    ["no object", "tools/call"],
    ["null", null],
    ["another version", { ...call, jsonrpc: "1.0" }],
    ["another method", { ...call, method: "tools/list" }],
    ["no id", { ...call, id: undefined }],
    ["a fraction as the id", { ...call, id: 1.5 }],
    ["an id that loses digits", { ...call, id: 2 ** 53 }],
    ["more members", { ...call, result: {} }],
    ["no params", withParams(undefined)],
    ["a list of params", withParams(["a"])],
    ["no name", withParams({ arguments: {} })],
    ["a name that is no text", withParams({ name: 7 })],
    ["a list of arguments", withParams({ name: "a", arguments: [] })],
    ["null as the arguments", withParams({ name: "a", arguments: null })],
    ["a task", withParams({ name: "a", task: { ttl: 1 } })],
    ["meta data that are no object", withMeta("a")],
    ["a progressToken that is no token", withMeta({ progressToken: { of: 1 } })],
    ["a related task", withMeta({ [RELATED_TASK_META_KEY]: "a" })],
    ["more meta data than clients send", withMeta(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, "b"])))],
  ])("is not one with %s", (_name, message) => {
    expect(isPlainCall(message)).toBe(false);
  });
});
