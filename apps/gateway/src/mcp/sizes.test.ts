import { describe, expect, it } from "vitest";
import { finderTools } from "./finder/finder-tools.js";
import type { SchemaForm } from "./schema/json.js";
import { allManifests, contextOf } from "./testing/context.js";
import { realTools, strictAjv } from "./testing/real-tools.js";

const { engine, tools } = realTools();
const all = [...tools.all.values()];
const common = all.filter(({ isCommon }) => isCommon);
const context = contextOf(engine, { filter: { form: "short", isDefault: true, lists: ({ isCommon }) => isCommon, allows: () => true } });
const finders = finderTools(context).map((tool) => tool.definition(context));
const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const bytes = (list: typeof all, form: SchemaForm = "full") => size({ tools: list.map((tool) => tool.definition(form)) });

describe("the list of tools", () => {
  it("has every operation, by a name that fits 64 characters behind a client's prefix", () => {
    expect(all.length).toBeGreaterThan(77);
    expect(all.filter(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name) || `mcp__offergraph__${name}`.length > 64)).toEqual([]);
  });
  it("is at most 30 kB without ?toolsets: the common operations, and the tools that find and call the others", () => {
    expect(finders.map(({ name }) => name)).toEqual(["search_operations", "call_operation"]);
    expect(size({ tools: [...common.map((tool) => tool.definition("short")), ...finders] })).toBeLessThanOrEqual(30_000);
    expect(common.length).toBeGreaterThanOrEqual(16);
    expect(common.length).toBeLessThanOrEqual(24);
  });
  it("has the common operations that the services' manifests name, and the fields that they name for lists", () => {
    expect(common.map(({ name }) => name).sort()).toEqual([...allManifests.common].sort());
    for (const [type, paths] of Object.entries(allManifests.listFields)) {
      const declared = paths.split(",").map((path) => path.trim());
      const fields = engine.apiSchema.getType(type);
      expect({
        type,
        unknown: declared.filter((path) => !fields || !("getFields" in fields) || !(path.split(".")[0] ?? "" in fields.getFields())),
      }).toEqual({ type, unknown: [] });
    }
  });
  it("is at most 35 kB for one toolset, and 245 kB for all of them", () => {
    const sizes = tools.toolsets.map((toolset) => [toolset, bytes(all.filter((tool) => tool.toolset === toolset))] as const);
    expect(sizes.filter(([, length]) => length > 35_000)).toEqual([]);
    expect(bytes(all)).toBeLessThanOrEqual(245_000);
  });
  it("has no tool above 10 kB, and none above 4 kB in the default list", () => {
    expect(all.filter((tool) => size(tool.definition("full")) > 10_000).map(({ name }) => name)).toEqual([]);
    expect(common.filter((tool) => size(tool.definition("short")) > 4_000).map(({ name }) => name)).toEqual([]);
  });
  it("begins with counts, totals and series, and ends with mutations", () => {
    const names = all.map(({ name }) => name);
    const at = (name: string) => names.indexOf(name);
    expect(at("get_discount_codes_aggregates_filtered")).toBeLessThan(at("list_discount_codes"));
    expect(at("get_discount_code_order_series")).toBeLessThan(at("list_orders"));
    expect(at("get_checkouts_summary")).toBeLessThan(at("list_checkouts"));
    expect(all.findIndex(({ type }) => type === "mutation")).toBe(all.filter(({ type }) => type === "query").length);
  });
});

describe.each(["full", "short"] as const)("every definition in the %s form", (form) => {
  const definitions = [...all.map((tool) => tool.definition(form)), ...finders];
  it("is words and schemas of objects, without alternatives at the top", () => {
    for (const { name, description, inputSchema, outputSchema } of definitions) {
      expect(description, name).toMatch(/^[A-Z].*\.$/s);
      expect([inputSchema.type, outputSchema], name).toEqual(["object", undefined]);
      expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|not)$/)]));
    }
  });
  it("compiles strictly as JSON Schema 2020-12", () => {
    const ajv = strictAjv();
    for (const { inputSchema } of definitions) expect(ajv.compile(inputSchema)).toBeTypeOf("function");
  });
});
