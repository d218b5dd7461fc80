import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { strictAjv } from "../testing/real-tools.js";
import { outputSchema } from "./output.js";

const schema = buildSchema(`
  scalar Anything
  enum Level { LOW HIGH }
  type Thing { name: String }
  type ThingPage { nodes: [Thing!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  type Query {
    count: Int! rate: Float level: Level text: String anything: Anything! any: Anything
    thing: Thing! things: [Thing!]! levels: [Level!] page: ThingPage
  }
`);
const fields = schema.getQueryType()?.getFields() ?? {};

describe.each(["compact", "plain"] as const)("the %s schema of an answer", (encoding) => {
  const takes = (field: string, result: unknown) => {
    const type = fields[field]?.type;
    if (!type) throw new Error(`There is no ${field}.`);
    return strictAjv().compile(outputSchema(type, encoding) ?? {})({ result });
  };
  it.each<[field: string, result: unknown]>([
    ["count", 3],
    ["rate", 0.5],
    ["level", "LOW"],
    ["text", ""],
    ["anything", { a: 1 }],
    ["any", "text"],
    ["thing", { name: "a" }],
    ["things", []],
    ["levels", ["LOW"]],
    ["page", { nodes: [], pageInfo: { hasNextPage: false } }],
  ])("of %s takes %j, and the null of one that failed", (field, result) => {
    expect([takes(field, result), takes(field, null)]).toEqual([true, true]);
  });
  it.each<[field: string, result: unknown]>([
    ["count", 0.5],
    ["rate", "0.5"],
    ["level", 1],
    ["text", {}],
    ["levels", "LOW"],
  ])("of %s does not take %j", (field, result) => {
    expect(takes(field, result)).toBe(false);
  });
});
