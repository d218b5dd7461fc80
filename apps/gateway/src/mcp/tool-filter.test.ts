import { describe, expect, it } from "vitest";
import type { OperationContext } from "../pipeline/context.js";
import type { Tool, Tools } from "./tool.js";
import { readToolFilter } from "./tool-filter.js";

const tools: Pick<Tools, "toolsets" | "defaultToolsets"> = {
  toolsets: ["discounts", "forms", "orders", "settings"],
  defaultToolsets: ["discounts", "forms", "orders"],
};
const read = (search: string, mcpSchemas: "compact" | "plain" = "compact") =>
  readToolFilter({ request: { url: `/mcp${search}` }, gateway: { mcpSchemas } } as OperationContext, tools);
const settings = ["settings query"];
const given = ["discounts query", "discounts mutation", "forms query", "forms mutation"];
const listed = (search: string) => {
  const listing = read(search);
  return [...given, ...settings].filter((words) => {
    const [toolset, type] = words.split(" ");
    return listing.has({ toolset, type } as Tool);
  });
};

describe("what a client wants to see of the tools", () => {
  it.each([
    ["", given],
    ["?", given],
    ["?toolsets=forms", ["forms query", "forms mutation"]],
    ["?toolsets=all", [...given, ...settings]],
    ["?toolsets=settings", settings],
    ["?toolsets=forms,discounts", given],
    ["?toolsets=%20forms%20,orders", ["forms query", "forms mutation"]],
    ["?read_only=1", ["discounts query", "forms query"]],
    ["?read_only=true&toolsets=discounts", ["discounts query"]],
    ["?read_only=0", given],
    ["?read_only=false", given],
  ])("by %j is %j", (search, expected) => {
    expect(listed(search)).toEqual(expected);
  });

  it("are schemas in the way that the address asks for, else the setting's", () => {
    expect(read("").encoding).toBe("compact");
    expect(read("", "plain").encoding).toBe("plain");
    expect(read("?schemas=plain").encoding).toBe("plain");
    expect(read("?schemas=compact", "plain").encoding).toBe("compact");
  });

  it.each([
    ["?toolsets=", "toolsets", 'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.'],
    ["?toolsets=forms,,orders", "toolsets", 'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.'],
    ["?read_only", "read_only", "must be 1 or 0."],
    ["?readonly=1", "readonly", "is unknown; the allowed parameters are toolsets, read_only, schemas."],
    [`?${"x".repeat(500)}`, "x".repeat(80), "is unknown; the allowed parameters are toolsets, read_only, schemas."],
    ["?toolsets=form", "toolsets", 'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.'],
    [
      "?toolsets=forms,Discounts",
      "toolsets",
      'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.',
    ],
    ["?toolsets=forms&toolsets=orders", "toolsets", "may appear only once."],
    ["?toolsets=", "toolsets", 'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.'],
    ["?toolsets=forms,,orders", "toolsets", 'must be "all" or a comma-separated list of these names: discounts, forms, orders, settings.'],
    ["?read_only", "read_only", "must be 1 or 0."],
    ["?readonly=1", "readonly", "is unknown; the allowed parameters are toolsets, read_only, schemas."],
    ["?READ_ONLY=1", "READ_ONLY", "is unknown; the allowed parameters are toolsets, read_only, schemas."],
    ["?read_only=yes", "read_only", "must be 1 or 0."],
    ["?read_only=1&read_only=0", "read_only", "may appear only once."],
    ["?schemas=", "schemas", 'must be "compact" or "plain".'],
    ["?schemas=Plain", "schemas", 'must be "compact" or "plain".'],
    ["?schemas=plain&schemas=plain", "schemas", "may appear only once."],
  ])("is refused as %j", (search, parameter, words) => {
    const message = `The URL parameter "${parameter}" ${words}`;
    expect(() => read(search)).toThrow(expect.objectContaining({ code: "BAD_REQUEST", status: 400, message, details: { parameter } }));
  });
});
