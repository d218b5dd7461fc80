import { buildSchema, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { deprecationPeriod, deprecationReader } from "./deprecations.js";
import { usageReader } from "./usage.js";

describe("deprecationPeriod", () => {
  it("reads the dates at the end of the reason", () => {
    expect(deprecationPeriod("Use `title` instead. (since 2026-12-01, until 2027-06-30)")).toEqual({
      since: "2026-12-01",
      until: "2027-06-30",
    });
  });
  it.each([
    "Use title.",
    "Use title. (since 2026-12-01)",
    "Use title. (since 2026-12-01, until 2026-06-30)",
    "Use title. (since 2026-02-30, until 2027-06-30)",
    "(since 2026-12-01, until 2027-06-30) Use title.",
  ])("finds no dates in: %s", (reason) => expect(deprecationPeriod(reason)).toBeUndefined());
});

describe("deprecationReader", () => {
  const schema = buildSchema(`
    type Query {
      thing(id: ID, name: String @deprecated(reason: "Use id. (since 2026-12-01, until 2027-06-30)"), filter: Filter): Thing
    }
    type Thing {
      id: ID
      old: Int @deprecated(reason: "Use id. (since 2027-01-01, until 2027-03-31)")
      undated: Int @deprecated(reason: "Use id.")
    }
    input Filter { color: Color, text: String @deprecated(reason: "Use color. (since 2026-11-01, until 2027-12-31)") }
    enum Color { RED GREY @deprecated(reason: "Use RED. (since 2026-12-24, until 2027-02-01)") }
  `);
  const headersOf = (query: string, variables?: Record<string, unknown>) =>
    deprecationReader(schema)(usageReader(schema)(parse(query)))(variables);
  const [argument, field] = [
    { Deprecation: "@1796083200", Sunset: "Wed, 30 Jun 2027 23:59:59 GMT" },
    { Deprecation: "@1798761600", Sunset: "Wed, 31 Mar 2027 23:59:59 GMT" },
  ];

  it("returns the headers of deprecated fields and arguments, and the earliest dates of several", () => {
    expect(headersOf("{ thing { old } }")).toEqual(field);
    expect(headersOf('{ thing(name: "a") { id } }')).toEqual(argument);
    expect(headersOf('{ thing(name: "a") { old } }')).toEqual({ Deprecation: argument?.Deprecation, Sunset: field?.Sunset });
  });

  it("returns the headers of deprecated input fields and enum values in literals and variables", () => {
    const query = "query ($filter: Filter) { thing(filter: $filter) { id } }";
    const grey = { Deprecation: "@1798070400", Sunset: "Mon, 01 Feb 2027 23:59:59 GMT" };
    expect(headersOf("{ thing(filter: { color: GREY }) { id } }")).toEqual(grey);
    expect(headersOf(query, { filter: { color: "GREY" } })).toEqual(grey);
    expect(headersOf(query, { filter: { color: "GREY", text: "a" } })).toEqual({ ...grey, Deprecation: "@1793491200" });
    expect(headersOf(query, { filter: { color: "RED" } })).toBeUndefined();
  });

  it("returns no headers for other operations and for reasons without dates", () => {
    expect(headersOf('{ thing(id: "a") { id undated } }')).toBeUndefined();
  });
});
