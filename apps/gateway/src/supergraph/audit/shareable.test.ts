import { audit, record } from "./testing/audit.js";

audit("@shareable", [
  {
    name: "a value type in two subgraphs",
    subgraphs: {
      a: `type Query { left: Point } type Point @shareable { x: Int, y: Int }`,
      b: `type Query { right: Point } type Point @shareable { x: Int, y: Int }`,
    },
    fixture: () => ({ records: [], root: { left: { x: 1, y: 2 }, right: { x: 3, y: null } } }),
    queries: ["{ left { x y } right { y x } }"],
  },
  {
    name: "fields of an entity's value type from two subgraphs",
    subgraphs: {
      a: `type Query { item: Item, items: [Item] } type Item @key(fields: "id") { id: ID!, size: Size @shareable, sizes: [Size] @shareable } type Size { width: Int }`,
      b: `type Item @key(fields: "id") { id: ID!, size: Size @shareable, sizes: [Size] @shareable } type Size { height: Int }`,
    },
    fixture: () => {
      const item = record("Item", { id: "1", size: { width: 1, height: 2 }, sizes: [{ width: 3, height: 4 }, null] });
      const flat = record("Item", { id: "2", size: null, sizes: null });
      return { records: [item, flat], root: { item, items: [item, flat, null] } };
    },
    queries: ["{ item { size { width height } } }", "{ items { sizes { height width } size { height } } }"],
  },
  {
    name: "a shareable field that links to an entity",
    subgraphs: {
      a: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, owner: Owner @shareable } type Owner @key(fields: "id") { id: ID!, name: String }`,
      b: `type Item @key(fields: "id") { id: ID!, owner: Owner @shareable } type Owner @key(fields: "id") { id: ID!, age: Int }`,
    },
    fixture: () => {
      const owner = record("Owner", { id: "o", name: "Ann", age: 7 });
      const item = record("Item", { id: "1", owner });
      return { records: [item, owner], root: { item } };
    },
    queries: ["{ item { owner { name age } } }", "{ item { owner { age } } }"],
  },
  {
    name: "a root field in two subgraphs",
    subgraphs: {
      a: `type Query { item: Item @shareable } type Item @key(fields: "id") { id: ID!, x: Int }`,
      b: `type Query { item: Item @shareable } type Item @key(fields: "id") { id: ID!, y: Int }`,
    },
    fixture: () => {
      const item = record("Item", { id: "1", x: 1, y: 2 });
      return { records: [item], root: { item } };
    },
    queries: ["{ item { x y } }", "{ item { y } again: item { x } }"],
  },
  {
    name: "a root field in two subgraphs, of a type without a key",
    subgraphs: {
      a: `type Query { settings: Settings @shareable } type Settings { theme: String, common: Int @shareable }`,
      b: `type Query { settings: Settings @shareable } type Settings { limit: Int, common: Int @shareable }`,
    },
    fixture: () => ({ records: [], root: { settings: { theme: "dark", limit: 5, common: 1 } } }),
    queries: ["{ settings { theme limit } }", "{ settings { common limit } }"],
  },
  {
    name: "non-null in one subgraph and nullable in the other",
    subgraphs: {
      a: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, name: String! @shareable, x: Int }`,
      b: `type Query { other: Item } type Item @key(fields: "id") { id: ID!, name: String @shareable, y: Int }`,
    },
    fixture: () => {
      const item = record("Item", { id: "1", name: "n", x: 1, y: 2 });
      return { records: [item], root: { item, other: item } };
    },
    queries: ["{ item { name y } other { name x y } }"],
  },
  {
    name: "a field that is not shareable in two subgraphs",
    subgraphs: {
      a: `type Query { item: Item } type Item { name: String }`,
      b: `type Query { other: Item } type Item { name: String }`,
    },
    refused: /Non-shareable field "Item\.name" is resolved from multiple subgraphs/,
  },
]);
