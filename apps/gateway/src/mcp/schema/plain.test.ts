import type { ErrorObject } from "ajv";
import fc from "fast-check";
import { getNamedType, isEnumType, isInputObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { finderTools } from "../finder/finder-tools.js";
import { isFieldFilter, isRecordFilter, isVocabulary } from "../resources/types.js";
import { contextOf } from "../testing/context.js";
import { inputOf } from "../testing/random-input.js";
import { realTools, strictAjv } from "../testing/real-tools.js";
import type { JsonSchema, SchemaForm } from "./json.js";

const { engine, tools } = realTools();
const all = [...tools.all.values()];
const ajv = strictAjv();
const forms = ["full", "short"] as const;
const argumentsOf = (name: string) => {
  const roots = [engine.apiSchema.getQueryType(), engine.apiSchema.getMutationType()];
  return roots.flatMap((root) => root?.getFields()[name]?.args ?? []);
};

/**
 * Removes the keywords that clients for Gemini drop. The Agent Development Kit drops every keyword that is not a field of `JSONSchema` in
 * its SDK, and also `additionalProperties`, `oneOf`, `allOf` and `not`. The only supported formats are `date-time`, `enum`, `int32` and
 * `int64` (google/adk-python, src/google/adk/tools/_gemini_schema_util.py). Other clients also drop `$ref`, `$defs`, `pattern`, `default`,
 * bounds, lists of types, and each `anyOf` other than a type or null (anomalyco/opencode pull request 14234, zendev-sh/goai pull requests
 * 39 and 108).
 */
function bridged(schema: JsonSchema): JsonSchema {
  const { anyOf, type, format, description, enum: values, items, properties, required } = schema as Record<string, never>;
  const [first, second, ...more] = (anyOf ?? []) as JsonSchema[];
  const isNullable = first && (second as JsonSchema | undefined)?.type === "null" && more.length === 0;
  return {
    ...(isNullable && { ...bridged(first), nullable: true }),
    ...(typeof type === "string" && { type }),
    ...(["date-time", "enum", "int32", "int64"].includes(String(format)) && { format }),
    ...(description !== undefined && { description }),
    ...(Array.isArray(values) && { enum: values }),
    ...(items !== undefined && { items: bridged(items) }),
    ...(properties !== undefined && { properties: mapped(properties) }),
    ...(required !== undefined && { required }),
  };
}

function mapped(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, bridged(schema)]));
}

interface Found {
  path: string;
  schema: JsonSchema;
}

/** Returns all properties of a schema, at any depth, with their paths. */
function propertiesOf(schema: JsonSchema, before = ""): Found[] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const inItems = schema.items ? propertiesOf(schema.items as JsonSchema, before) : [];
  return [
    ...own.flatMap(([name, inner]) => [{ path: before + name, schema: inner }, ...propertiesOf(inner, `${before}${name}.`)]),
    ...inItems,
  ];
}

const operators = new Set(
  Object.values(engine.apiSchema.getTypeMap())
    .filter(isFieldFilter)
    .flatMap((type) => Object.keys(type.getFields())),
);
const isOperator = (path: string) => path.includes(".") && operators.has(path.split(".").at(-1) ?? "");
const types = new Set(["string", "integer", "number", "boolean", "array", "object"]);

describe.each(forms)("in a client that drops what Gemini's bridge drops, the %s form of", (form: SchemaForm) => {
  it.each(all.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
    const { inputSchema } = tool.definition(form);
    const found = propertiesOf(bridged(inputSchema));
    expect(found.filter(({ schema }) => !types.has(String(schema.type))).map(({ path }) => path)).toEqual([]);
    expect(found.filter(({ path, schema }) => !schema.description && !isOperator(path)).map(({ path }) => path)).toEqual([]);
    expect(found.filter(({ schema }) => schema.type === "array" && !(schema.items as JsonSchema)?.type).map(({ path }) => path)).toEqual(
      [],
    );
    expect(found.map(({ path }) => path)).toEqual(propertiesOf(withoutNull(inputSchema)).map(({ path }) => path));
    for (const values of enumsOf(name)) expect(JSON.stringify(bridged(inputSchema))).toContain(JSON.stringify(values));
  });
});

it("the gateway's own tools have the same properties in such a client", () => {
  const context = contextOf(engine, { filter: { form: "short", isDefault: true, lists: () => true, allows: () => true } });
  for (const tool of finderTools(context)) {
    const { inputSchema } = tool.definition(context);
    const found = propertiesOf(bridged(inputSchema));
    expect(found.filter(({ schema }) => !types.has(String(schema.type)) || !schema.description)).toEqual([]);
    expect(found.length).toBe(propertiesOf(inputSchema).length);
  }
});

function withoutNull(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    Array.isArray(value?.anyOf) ? { ...value.anyOf[0], ...value } : value,
  ) as JsonSchema;
}

/** Returns the values of each enum in an operation's arguments, except enums of sort orders. */
function enumsOf(name: string): string[][] {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (inputs: readonly { type: Parameters<typeof getNamedType>[0] }[]) => {
    for (const { type } of inputs) {
      const named = getNamedType(type);
      if (named === undefined || seen.has(named.name)) continue;
      seen.add(named.name);
      if (isEnumType(named) && isVocabulary(named))
        found.set(
          named.name,
          named.getValues().map((value) => value.name),
        );
      if (isInputObjectType(named)) visit(Object.values(named.getFields()));
    }
  };
  visit(argumentsOf(name));
  return [...found.values()];
}

/** Returns the keywords that a schema and its inner schemas contain. */
function keywordsIn(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [], ...rest } = schema as { properties?: object; items?: JsonSchema; anyOf?: JsonSchema[] };
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf] as JsonSchema[];
  return [...new Set([...Object.keys(rest), ...inner.flatMap(keywordsIn)])];
}

it("writes no references, no patterns of names and no alternatives but null", () => {
  const known = ["type", "description", "enum", "required", "default", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"];
  const sizes = ["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"];
  for (const form of forms)
    for (const tool of all) {
      const { inputSchema } = tool.definition(form);
      expect({ [tool.name]: keywordsIn(inputSchema).filter((keyword) => ![...known, ...sizes].includes(keyword)) }).toEqual({
        [tool.name]: [],
      });
      const text = JSON.stringify(inputSchema);
      expect(text.split('"anyOf":').length, tool.name).toBe(text.split(',{"type":"null"}]').length);
      expect(text, tool.name).not.toContain('"type":[');
    }
});

it("lists every sort order in the full form, and their keys in the short form", () => {
  const order = (form: SchemaForm) =>
    propertiesOf(tools.all.get("list_orders")?.definition(form).inputSchema ?? {}).find(({ path }) => path === "orderBy");
  expect(order("full")?.schema.items).toMatchObject({ enum: expect.arrayContaining(["NATURAL", "PLACED_AT_DESC"]) });
  expect(order("short")?.schema.description).toMatch(/NATURAL, or a key with _ASC or _DESC\. Keys: .*PLACED_AT/);
});

const descriptionOf = (tool: string, form: SchemaForm) =>
  String(propertiesOf(tools.all.get(tool)?.definition(form).inputSchema ?? {}).find(({ path }) => path === "filter")?.schema.description);

it("explains a filter in the short form: an example, the operators, each field by its type, and where all fields are", () => {
  const [filter] = propertiesOf(tools.all.get("list_discount_codes")?.definition("short").inputSchema ?? {});
  const description = descriptionOf("list_discount_codes", "short");
  expect(description).toContain('e.g. {"createdBy":{"equalTo":');
  for (const words of ["greaterThan[OrEqualTo]", "includesInsensitive", "String code,", "Datetime createdAt"])
    expect(description).toContain(words);
  for (const words of [
    "Ref or UUID campaignId",
    "Boolean fields: partnerByPartnerIdExists.",
    "All fields: search_operations list_discount_codes.",
  ])
    expect(description).toContain(words);
  expect(Object.keys(filter?.schema.properties ?? {})).toEqual(["createdBy", "status", "syncStatus", "valueKind"]);
});

it("has no bounds in the short form", () => {
  const bound = /^(min|max|unique|pattern$)/;
  for (const tool of all)
    expect(
      keywordsIn(tool.definition("short").inputSchema).filter((keyword) => bound.test(keyword)),
      tool.name,
    ).toEqual([]);
});

it("names or counts each field of a filter in the short form", () => {
  for (const tool of all)
    for (const { name, type } of argumentsOf(tool.name)) {
      const named = getNamedType(type);
      if (name !== "filter" || !isRecordFilter(named)) continue;
      const fields = Object.values(named.getFields()).filter((field) => getNamedType(field.type) !== named);
      const flags = fields.filter((field) => getNamedType(field.type).name === "Boolean");
      const text = `${descriptionOf(tool.name, "short")} ${JSON.stringify(tool.definition("short").inputSchema)}`;
      const unnamed = fields.filter((field) => !flags.includes(field) && !new RegExp(`[ "]${field.name}[,;."]`).test(text));
      expect({ tool: tool.name, unnamed: unnamed.map((field) => field.name) }).toEqual({ tool: tool.name, unnamed: [] });
      const [first] = flags;
      if (first)
        expect(text, tool.name).toContain(`Boolean fields: ${flags.length === 1 ? first.name : `${flags.length} ending in Exists`}.`);
    }
});

describe("random input", { shuffle: false }, () => {
  let accepted = 0;
  let refused = 0;

  it.each(all.map((tool) => [tool.name, tool] as const))("that the API accepts for %s, the schema accepts", (name, tool) => {
    const { variables } = engine.prepare(tool.document(undefined), undefined);
    const full = ajv.compile(tool.definition("full").inputSchema);
    const short = ajv.compile(tool.definition("short").inputSchema);
    const isAccepted = (given: Record<string, unknown>) => {
      try {
        variables(given);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(inputOf(argumentsOf(name)), (input) => {
        // Excludes inputs with null, because services reject null in filters, and the short form rarely allows null.
        const isRight = isAccepted(input) && !hasNull(input);
        if (isRight) accepted += 1;
        else refused += 1;
        for (const validate of isRight ? [full, short] : []) {
          validate(input);
          expect(findings(validate, input), JSON.stringify(input)).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("was often accepted and often refused", () => {
    expect(accepted).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(200);
  });
});

/**
 * JSON Schema keywords that the services check, but GraphQL does not. The list includes `anyOf`, because the validator also reports an
 * error for `anyOf` if a value violates the schema inside the `anyOf`.
 */
const bounds = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minProperties",
  "required",
  "anyOf",
  "format",
]);

/** Returns the validation errors that show a defect of the JSON Schema. `input` is a value that the API accepts. */
function findings({ errors }: { errors?: ErrorObject[] | null | undefined }, input: unknown): unknown[] {
  return (errors ?? []).filter(({ keyword, params, instancePath }) => {
    if (keyword !== "type") return !bounds.has(keyword);
    const value = instancePath
      .split("/")
      .slice(1)
      .reduce((at: unknown, name) => (at as Record<string, unknown>)[name], input);
    // GraphQL accepts a single value as a list. GraphQL accepts an object as a Ref.
    return params.type === "array" ? Array.isArray(value) : params.type === "string" ? typeof value !== "object" : params.type !== "null";
  });
}

function hasNull(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).some(hasNull));
}
