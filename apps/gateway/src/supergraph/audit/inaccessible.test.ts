import { audit, record } from "./testing/audit.js";

audit("@inaccessible, @external and enums", [
  {
    name: "a field that requires an inaccessible field",
    subgraphs: {
      a: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, cost: Int @inaccessible }`,
      b: `type Item @key(fields: "id") { id: ID!, cost: Int @external, price: Int @requires(fields: "cost") }`,
    },
    fixture: () => {
      const item = record("Item", {
        id: "1",
        cost: 4,
        price(this: { cost: number }) {
          return this.cost * 2;
        },
      });
      return { records: [item], root: { item } };
    },
    queries: ["{ item { price } }", "{ item { cost: price id } }"],
  },
  {
    name: "an inaccessible key",
    subgraphs: {
      a: `type Query { items: [Item] } type Item @key(fields: "sku") { sku: ID! @inaccessible, x: Int }`,
      b: `type Item @key(fields: "sku") { sku: ID! @inaccessible, y: Int }`,
    },
    fixture: () => {
      const items = [1, 2].map((index) => record("Item", { sku: `${index}`, x: index, y: -index }));
      return { records: items, root: { items } };
    },
    queries: ["{ items { x y } }", "{ items { y } }"],
  },
  {
    name: "an inaccessible implementation of an interface",
    subgraphs: {
      a: `type Query { all: [Node] } interface Node { id: ID! } type Open implements Node @key(fields: "id") { id: ID! }
        type Secret implements Node @key(fields: "id") @inaccessible { id: ID!, code: Int }`,
      b: `type Open @key(fields: "id") { id: ID!, x: Int }`,
    },
    fixture: () => {
      const open = record("Open", { id: "1", x: 2 });
      return { records: [open], root: { all: [open] } };
    },
    queries: ["{ all { id ... on Open { x } } }", "{ all { __typename } }"],
  },
  {
    name: "an enum of outputs with different values in two subgraphs",
    subgraphs: {
      a: `type Query { left: Color, all: [Color!] } enum Color { RED GREEN }`,
      b: `type Query { right: Color } enum Color { RED BLUE }`,
    },
    fixture: () => ({ records: [], root: { left: "GREEN", right: "BLUE", all: ["RED", "GREEN"] } }),
    queries: ["{ left right all }"],
  },
  {
    name: "an enum of inputs with different values in two subgraphs",
    subgraphs: {
      a: `type Query { left(color: Color): String } enum Color { RED GREEN }`,
      b: `type Query { right(color: Color): String } enum Color { RED BLUE }`,
    },
    fixture: () => ({
      records: [],
      root: { left: ({ color }: { color: string }) => `l ${color}`, right: ({ color }: { color: string }) => `r ${color}` },
    }),
    queries: ["{ left(color: RED) right(color: RED) }"],
  },
  {
    name: "an enum of inputs and outputs with different values",
    subgraphs: {
      a: `type Query { left(color: Color): Color } enum Color { RED GREEN }`,
      b: `type Query { right: Color } enum Color { RED GREEN BLUE }`,
    },
    refused: /Enum type "Color" is used as both input type/,
  },
  {
    name: "an external field that no directive uses",
    subgraphs: {
      a: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, x: Int }`,
      b: `type Item @key(fields: "id") { id: ID!, x: Int @external, y: Int }`,
    },
    refused: /\[b\] Field "Item\.x" is marked @external but is not used/,
  },
  {
    name: "arguments with default values in two subgraphs",
    subgraphs: {
      a: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, text(upper: Boolean = true, size: Int): String @shareable }`,
      b: `type Query { other: Item } type Item @key(fields: "id") { id: ID!, text(upper: Boolean = true, size: Int): String @shareable, y: Int }`,
    },
    fixture: () => {
      const item = record("Item", {
        id: "1",
        y: 1,
        text: ({ upper, size }: { upper: boolean; size?: number }) => `${upper} ${size}`,
      });
      return { records: [item], root: { item, other: item } };
    },
    queries: ["{ item { text short: text(upper: false, size: 2) y } other { text(size: 3) } }"],
  },
]);
