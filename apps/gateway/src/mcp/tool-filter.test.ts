import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { Tool, Tools } from "./tool.js";
import { readToolFilter } from "./tool-filter.js";

const tools: Pick<Tools, "toolsets"> = { toolsets: ["discounts", "forms", "orders", "settings"] };
const read = (search: string) => readToolFilter({ request: { url: `/mcp${search}` } as IncomingMessage }, tools);
const settings = ["settings query"];
const common = ["discounts query common", "forms mutation common"];
const given = [...common, "discounts mutation", "forms query"];
const selected = (search: string, from: "lists" | "allows") => {
  const filter = read(search);
  return [...given, ...settings].filter((words) => {
    const [toolset, type, isCommon] = words.split(" ");
    return filter[from]({ toolset, type, isCommon: isCommon !== undefined } as Tool);
  });
};
const listed = (search: string) => selected(search, "lists");

describe("what a client wants to see of the tools", () => {
  it.each([
    ["", common],
    ["?", common],
    ["?toolsets=common", common],
    ["?toolsets=common,settings", [...common, ...settings]],
    ["?toolsets=forms", ["forms mutation common", "forms query"]],
    ["?toolsets=all", [...given, ...settings]],
    ["?toolsets=settings", settings],
    ["?toolsets=forms,discounts", given],
    ["?toolsets=%20forms%20,orders", ["forms mutation common", "forms query"]],
    ["?read_only=1", ["discounts query common"]],
    ["?read_only=true&toolsets=discounts", ["discounts query common"]],
    ["?read_only=0", common],
    ["?read_only=false", common],
  ])("by %j is %j", (search, expected) => {
    expect(listed(search)).toEqual(expected);
  });

  it("may be called without being listed, unless the URL selects toolsets or only reads", () => {
    expect(selected("", "allows")).toEqual([...given, ...settings]);
    expect(selected("?read_only=1", "allows")).toEqual(["discounts query common", "forms query", ...settings]);
    for (const search of ["?toolsets=common", "?toolsets=forms", "?toolsets=all&read_only=1"])
      expect(selected(search, "allows")).toEqual(listed(search));
  });

  it("are read once per URL", () => {
    expect(read("?toolsets=forms")).toBe(read("?toolsets=forms"));
    expect(read("?toolsets=forms")).not.toBe(read("?toolsets=orders"));
  });

  it("have short schemas unless the URL selects toolsets", () => {
    expect([read("").form, read("").isDefault]).toEqual(["short", true]);
    expect([read("?toolsets=forms").form, read("?toolsets=common").isDefault]).toEqual(["full", false]);
  });

  it.each([
    ["?toolsets=", "toolsets", 'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.'],
    [
      "?toolsets=forms,,orders",
      "toolsets",
      'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.',
    ],
    ["?read_only", "read_only", "must be 1 or 0."],
    ["?readonly=1", "readonly", "is unknown; the allowed parameters are toolsets, read_only."],
    [`?${"x".repeat(500)}`, "x".repeat(80), "is unknown; the allowed parameters are toolsets, read_only."],
    ["?toolsets=form", "toolsets", 'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.'],
    [
      "?toolsets=forms,Discounts",
      "toolsets",
      'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.',
    ],
    ["?toolsets=forms&toolsets=orders", "toolsets", "may appear only once."],
    ["?toolsets=", "toolsets", 'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.'],
    [
      "?toolsets=forms,,orders",
      "toolsets",
      'must be "all" or a comma-separated list of these names: common, discounts, forms, orders, settings.',
    ],
    ["?read_only", "read_only", "must be 1 or 0."],
    ["?readonly=1", "readonly", "is unknown; the allowed parameters are toolsets, read_only."],
    ["?schemas=plain", "schemas", "is unknown; the allowed parameters are toolsets, read_only."],
    ["?READ_ONLY=1", "READ_ONLY", "is unknown; the allowed parameters are toolsets, read_only."],
    ["?read_only=yes", "read_only", "must be 1 or 0."],
    ["?read_only=1&read_only=0", "read_only", "may appear only once."],
  ])("is refused as %j", (search, parameter, words) => {
    const message = `The URL parameter "${parameter}" ${words}`;
    expect(() => read(search)).toThrow(expect.objectContaining({ code: "BAD_REQUEST", status: 400, message, details: { parameter } }));
  });
});
