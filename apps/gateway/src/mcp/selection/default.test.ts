import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { realTools } from "../testing/real-tools.js";
import { isList, itemsOf } from "./fields.js";
import { shortSelection } from "./short.js";

const { engine, tools } = realTools();
const highestCost = 50_000;

describe.each([...tools.all.values()].map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  it.each([undefined, "*"])("is called by a document that the schema knows and the limits let pass (fields %j)", (fields) => {
    const document = tool.document(tool.extras.includes("fields") ? fields : undefined);
    expect(validate(engine.apiSchema, parse(document))).toEqual([]);
    const prepared = engine.prepare(document, undefined);
    expect(prepared.rootFields.map((field) => field.name)).toEqual([name]);
    expect(prepared.cost(tool.arguments.includes("first") ? { first: 1000 } : {})).toBeLessThanOrEqual(highestCost);
  });
});

it("selects pages with their cursor, and the total if it can be requested", () => {
  const document = tools.all.get("list_discount_codes")?.document(undefined) ?? "";
  expect(document).toMatch(/\{ nodes \{.*\} pageInfo \{ hasNextPage endCursor \} totalCount \} \}$/);
  expect(tools.all.get("list_orders")?.document(undefined)).not.toContain("totalCount");
});

it("asks every mutation for its userErrors", () => {
  const without = [...tools.all.values()].filter(
    (tool) => tool.type === "mutation" && !tool.document(undefined).includes("userErrors { field message code }"),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe("the default fields of a record in a list", () => {
  // Realistic sample values by field name. Fields that are not in the object get a typical value of their type.
  const lifelike: Readonly<Record<string, unknown>> = {
    code: "NEWSLETTER-DEC-15",
    title: "15 % for newsletter readers in December",
    name: "Thanks for your feedback",
    formSlug: "how-was-your-order",
    text: "The parcel came a week late and the courier was rude to my neighbor.",
    question: "Why this score?",
    url: "https://www.example.com/posts/2026-11-winter-sale",
    endpoint: "https://shop.example.com/offergraph",
    resultUrl: "https://offergraph.example.com/v1/job-results/discounts/0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234",
    email: "grace.hopper@example.com",
    valuePercent: "15.00",
    valueAmount: null,
    tags: { newsletter: "blue", "winter-sale": "red" },
    currencyId: "eur",
    currency: "eur",
    payloadHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    termsSchema: {},
  };
  const values: Readonly<Record<string, unknown>> = {
    ...{ UUID: "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234", ID: "0190b6a4-7a10-7cc0-8b1c-2f8f0e0a1234", Datetime: "2026-11-23T17:52:41.123Z" },
    ...{
      Date: "2026-11-23",
      Boolean: false,
      Int: 128,
      Float: 0.8733,
      BigFloat: "1249.90",
      JSONObject: {},
      Tags: {},
      String: "order-2026-10482",
    },
  };

  function recordOf(type: GraphQLObjectType, set: SelectionSetNode): Record<string, unknown> {
    const fields = set.selections.filter((node) => node.kind === Kind.FIELD);
    return Object.fromEntries(
      fields.map(({ name: { value: name }, selectionSet }) => [name, valueAt(type.getFields()[name]?.type, name, selectionSet)]),
    );
  }

  function valueAt(type: GraphQLOutputType | undefined, name: string, set: SelectionSetNode | undefined): unknown {
    const named = getNamedType(type);
    const isMany = isListType(isNonNullType(type) ? type.ofType : type);
    if (isObjectType(named) && set) return isMany ? [recordOf(named, set)] : recordOf(named, set);
    const longest = isEnumType(named)
      ? named.getValues().reduce((most, one) => (one.name.length > most.length ? one.name : most), "")
      : undefined;
    const value = lifelike[name] ?? longest ?? values[named?.name ?? ""];
    if (value === undefined) throw new Error(`No typical value of ${name}: ${type}.`);
    return isMany ? [value, value] : value;
  }

  const lists = [...tools.all.values()].flatMap((tool) => {
    const field = engine.apiSchema.getQueryType()?.getFields()[tool.name];
    if (!field || !(itemsOf(field.type) || isList(field.type)) || !tool.extras.includes("fields")) return [];
    const [definition] = parse(tool.document(undefined)).definitions;
    const [root] = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
    const set = root?.kind === Kind.FIELD ? root.selectionSet : undefined;
    const nodes = set?.selections.find((node) => node.kind === Kind.FIELD && node.name.value === "nodes");
    const inner = nodes?.kind === Kind.FIELD ? nodes.selectionSet : set;
    const type = itemsOf(field.type) ?? getNamedType(field.type);
    return inner && isObjectType(type) ? [[tool.name, recordOf(type, inner)] as const] : [];
  });

  it("are measured for each list", () => {
    expect(lists.length).toBeGreaterThan(30);
  });
  it.each(lists)("of %s have at most 300 bytes on lifelike data", (_name, record) => {
    expect(Object.keys(record).length).toBeGreaterThan(1);
    expect(Buffer.byteLength(JSON.stringify(record)), JSON.stringify(record)).toBeLessThanOrEqual(300);
  });
  it("are those that the manifest names, as far as they exist", () => {
    expect(tools.all.get("list_orders")?.document(undefined)).toContain("{ rowId externalRef placedAt ");
    const code = engine.apiSchema.getType("DiscountCode") as GraphQLObjectType;
    const records = { isEntity: () => true, listFields: { DiscountCode: "code, partner.name, nothing, partner.nothing, partner" } };
    expect(shortSelection(code, records)).toBe("{ code partner { name } }");
  });
  it("begin with the id, names and states, without a manifest", () => {
    const code = engine.apiSchema.getType("DiscountCode") as GraphQLObjectType;
    const selection = shortSelection(code, { isEntity: tools.ownership.isEntity, listFields: {} });
    for (const name of ["rowId", "code", "title", "status"]) expect(selection.split(" ")).toContain(name);
  });
});
