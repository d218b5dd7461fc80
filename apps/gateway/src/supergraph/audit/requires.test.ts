import { expect, it } from "vitest";
import { type AuditCase, audit, record } from "./testing/audit.js";
import { ask, serveCase } from "./testing/served-case.js";

const product = (fields: Record<string, unknown>) => record("Product", { id: "1", ...fields });
const inventory = (requires: string, external: string, more = "") => `
  type Product @key(fields: "id") { id: ID!, ${external}, estimate: String @requires(fields: "${requires}") }
  ${more}`;

const thirdSubgraph: AuditCase = {
  name: "a field of an entity, which comes from a third subgraph",
  subgraphs: {
    a: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, maker: Maker } type Maker @key(fields: "id") { id: ID! }`,
    b: `type Maker @key(fields: "id") { id: ID!, country: String }`,
    c: `type Product @key(fields: "id") { id: ID!, maker: Maker @external, estimate: String @requires(fields: "maker { country }") }
      type Maker @key(fields: "id") { id: ID!, country: String @external }`,
  },
  fixture: () => {
    const maker = record("Maker", { id: "m", country: "IS" });
    const one = product({
      maker,
      estimate(this: { maker: { country: string } }) {
        return `from ${this.maker.country}`;
      },
    });
    return { records: [one, maker], root: { product: one } };
  },
  queries: ["{ product { estimate } }", "{ product { maker { id } estimate } }"],
};

audit("@requires", [
  {
    name: "scalar fields, also null",
    subgraphs: {
      products: `type Query { products: [Product] } type Product @key(fields: "id") { id: ID!, price: Int, weight: Int }`,
      inventory: inventory("price weight", "price: Int @external, weight: Int @external"),
    },
    fixture: () => {
      const estimate = function (this: Record<string, unknown>) {
        return `${this.price} ${this.weight}`;
      };
      const all = [product({ price: 5, weight: 2, estimate }), record("Product", { id: "2", price: null, weight: 3, estimate })];
      return { records: all, root: { products: all } };
    },
    queries: ["{ products { estimate } }", "{ products { price: estimate weight } }", "{ products { id estimate price } }"],
  },
  {
    name: "nested fields of a value type",
    subgraphs: {
      products: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, size: Size } type Size { width: Int!, parts: [Part!] } type Part { depth: Int, name: String }`,
      inventory: inventory(
        "size { width parts { depth } }",
        "size: Size @external",
        "type Size { width: Int! @external, parts: [Part!] @external } type Part { depth: Int @external }",
      ),
    },
    fixture: () => {
      const one = product({
        size: {
          width: 7,
          parts: [
            { depth: 1, name: "a" },
            { depth: null, name: "b" },
          ],
        },
        estimate(this: { size: { width: number; parts: { depth: number | null; name?: string }[] } }) {
          return `${this.size.width} ${this.size.parts.map(({ depth }) => depth)}`;
        },
      });
      return { records: [one], root: { product: one } };
    },
    queries: ["{ product { estimate } }", "{ product { estimate size { parts { name } } } }"],
  },
  {
    name: "a chain of fields that require each other",
    subgraphs: {
      a: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, base: Int }`,
      b: `type Product @key(fields: "id") { id: ID!, base: Int @external, middle: Int @requires(fields: "base") }`,
      c: `type Product @key(fields: "id") { id: ID!, middle: Int @external, base: Int @external, top: Int @requires(fields: "middle base") }`,
    },
    fixture: () => {
      const one = product({
        base: 1,
        get middle() {
          return (this as { base: number }).base + 1;
        },
        top(this: { base: number; middle: number }) {
          return this.base + this.middle * 10;
        },
      });
      return { records: [one], root: { product: one } };
    },
    queries: ["{ product { top } }", "{ product { middle top base } }"],
  },
  thirdSubgraph,
  {
    name: "fields of an abstract type",
    subgraphs: {
      a: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, box: Box } interface Box { volume: Int }
        type Crate implements Box { volume: Int, wood: String } type Bag implements Box { volume: Int, handles: Int }`,
      b: `type Product @key(fields: "id") { id: ID!, box: Box @external, estimate: String @requires(fields: "box { volume ... on Crate { wood } ... on Bag { handles } }") }
        interface Box { volume: Int } type Crate implements Box { volume: Int @external, wood: String @external }
        type Bag implements Box { volume: Int @external, handles: Int @external }`,
    },
    fixture: () => {
      const one = product({
        box: { __typename: "Bag", volume: 3, handles: 2 },
        estimate(this: { box: { volume: number; handles: number } }) {
          return `${this.box.volume} ${this.box.handles}`;
        },
      });
      return { records: [one], root: { product: one } };
    },
    queries: ["{ product { estimate } }", "{ product { box { volume } estimate } }"],
  },
  {
    name: "two fields that require different fields",
    subgraphs: {
      a: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, x: Int, y: Int }`,
      b: `type Product @key(fields: "id") { id: ID!, x: Int @external, y: Int @external, fromX: Int @requires(fields: "x"), fromY: Int @requires(fields: "y") }`,
    },
    fixture: () => {
      const one = product({
        ...{ x: 1, y: 2 },
        fromX(this: { x: number }) {
          return this.x;
        },
        fromY(this: { y: number }) {
          return this.y;
        },
      });
      return { records: [one], root: { product: one } };
    },
    queries: ["{ product { fromX fromY } }", "{ product { x: fromX fromX: x fromY } }"],
  },
  {
    name: "arguments in @requires",
    subgraphs: {
      a: `type Query { product: Product } type Product @key(fields: "id") { id: ID!, price(currency: String): Int }`,
      b: `type Product @key(fields: "id") { id: ID!, price(currency: String): Int @external, tax: Int @requires(fields: "price(currency: \\"EUR\\")") }`,
    },
    refused: /^\[b\] The directive @requires of the field "Product\.tax" contains arguments/,
  },
]);

it.each(["compiled", "apollo"] as const)("a field whose required field of another entity failed is not requested: %s", (executor) =>
  serveCase(thirdSubgraph, async ({ servers, engineOf }) => {
    servers.trouble = { b: "status" };
    const { data, errors } = await ask(engineOf(executor), "{ product { maker { id country } estimate } }", {});
    expect(data).toEqual({ product: { maker: { id: "m", country: null }, estimate: null } });
    expect(errors).toMatchObject([
      { path: ["product", "maker", "country"], extensions: { code: "SUBGRAPH_UNAVAILABLE" } },
      { path: ["product", "estimate"], extensions: { code: "SUBGRAPH_UNAVAILABLE" } },
    ]);
    expect(servers.received.map(({ subgraph }) => subgraph)).not.toContain("c");
  }),
);
