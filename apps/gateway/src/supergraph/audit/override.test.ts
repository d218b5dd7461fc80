import { audit, record } from "./testing/audit.js";

const wrong = () => {
  throw new Error("The subgraph must not resolve this field.");
};
const fixture = () => {
  const item = record("Item", { id: "1", name: "new name", price: 5, tag: { label: "t" } });
  return { records: [item], root: { item }, resolvers: { old: { Item: { name: wrong, tag: wrong } } } };
};

audit("@override", [
  {
    name: "a field that another subgraph takes over",
    subgraphs: {
      old: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, name: String, price: Int }`,
      new: `type Item @key(fields: "id") { id: ID!, name: String @override(from: "old") }`,
    },
    fixture,
    queries: ["{ item { name } }", "{ item { price name id } }"],
  },
  {
    name: "an object field that another subgraph takes over",
    subgraphs: {
      old: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, tag: Tag } type Tag @shareable { label: String }`,
      new: `type Item @key(fields: "id") { id: ID!, tag: Tag @override(from: "old") } type Tag @shareable { label: String }`,
    },
    fixture,
    queries: ["{ item { tag { label } } }"],
  },
  {
    name: "a root field that another subgraph takes over",
    subgraphs: {
      old: `type Query { item: Item, other: Int } type Item @shareable { name: String }`,
      new: `type Query { item: Item @override(from: "old") } type Item @shareable { name: String }`,
    },
    fixture: () => ({ records: [], root: { item: { name: "n" }, other: 1 }, resolvers: { old: { Query: { item: wrong } } } }),
    queries: ["{ item { name } other }"],
  },
  {
    name: "a progressive override, whose label no request sets",
    subgraphs: {
      old: `type Query { item: Item } type Item @key(fields: "id") { id: ID!, name: String, price: Int }`,
      new: `type Item @key(fields: "id") { id: ID!, name: String @override(from: "old", label: "percent(0)") }`,
    },
    fixture: () => ({ ...fixture(), resolvers: { new: { Item: { name: wrong } } } }),
    queries: ["{ item { name price } }"],
  },
]);
