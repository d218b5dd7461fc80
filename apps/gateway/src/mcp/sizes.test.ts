import { describe, expect, it } from "vitest";
import type { Encoding } from "./schema/json.js";
import { realTools, strictAjv } from "./testing/real-tools.js";

const { tools } = realTools();
const all = [...tools.all.values()];
const bytes = (list: typeof all, encoding: Encoding = "compact") =>
  Buffer.byteLength(JSON.stringify({ tools: list.map((tool) => tool.definition(encoding)) }));

describe("the list of tools", () => {
  it("has every operation, by a name that fits 64 characters behind a client's prefix", () => {
    expect(all.length).toBeGreaterThan(77);
    expect(all.filter(({ name }) => !/^[a-z][a-z0-9_]*$/.test(name) || `mcp__offergraph__${name}`.length > 64)).toEqual([]);
  });
  it("is at most 90 kB without ?toolsets", () => {
    const listed = all.filter(({ toolset }) => tools.defaultToolsets.includes(toolset));
    expect(listed).toHaveLength(68);
    expect(bytes(listed)).toBeLessThanOrEqual(90_000);
  });
  it.each(tools.toolsets)("is at most 35 kB for %s alone", (toolset) => {
    const some = all.filter((tool) => tool.toolset === toolset);
    expect(some).not.toEqual([]);
    expect(bytes(some)).toBeLessThanOrEqual(35_000);
  });
  it("has no tool above 7 kB", () => {
    expect(all.filter((tool) => Buffer.byteLength(JSON.stringify(tool.definition("compact"))) > 7_000).map(({ name }) => name)).toEqual([]);
  });
});

describe.each(["compact", "plain"] as const)("every %s definition", (encoding) => {
  const definitions = all.map((tool) => tool.definition(encoding));
  it("is words and schemas of objects, without alternatives at the top", () => {
    for (const { name, description, inputSchema, outputSchema } of definitions) {
      expect(description, name).toMatch(/^[A-Z].*\.$/s);
      expect([inputSchema.type, outputSchema?.type ?? encoding], name).toEqual(["object", outputSchema ? "object" : "compact"]);
      expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|not)$/)]));
    }
  });
  it("compiles strictly as JSON Schema 2020-12", () => {
    const ajv = strictAjv();
    for (const { inputSchema, outputSchema } of definitions)
      for (const schema of [inputSchema, outputSchema ?? {}]) expect(ajv.compile(schema)).toBeTypeOf("function");
  });
  it("has no reference into nowhere and no definition without one", () => {
    for (const { name, inputSchema } of definitions) {
      const text = JSON.stringify(inputSchema);
      for (const definition of Object.keys((inputSchema as { $defs?: object }).$defs ?? {}))
        expect(text.includes(`"$ref":"#/$defs/${definition}"`), `${name} ${definition}`).toBe(true);
    }
  });
});

it("says the plain encoding without patterns for names and lists of types, but for the values that domain rules name", () => {
  for (const tool of all) {
    const text = JSON.stringify(tool.definition("plain"));
    expect(text, tool.name).not.toContain('"patternProperties":');
    expect(text.replaceAll(/"schema":.*/g, ""), tool.name).not.toMatch(/"\$ref":"#\/properties/);
  }
});
