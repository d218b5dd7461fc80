import { audit, record } from "./testing/audit.js";

const subgraphs = {
  a: `type Query { user: User, users: [User!] } type User @key(fields: "id") { id: ID!, name: String, boss: User, any: Any } union Any = User | Plain type Plain { name: String }`,
  b: `type User @key(fields: "id") { id: ID!, age: Int, friends: [User!], base: String @external, tag: String @requires(fields: "base") }`,
  c: `type User @key(fields: "id") { id: ID!, base: String }`,
};
const fixture = () => {
  function tag(this: { base: string }) {
    return `tag ${this.base}`;
  }
  const boss = record("User", { id: "0", name: "Cid", age: 60, boss: null, base: "x", tag, any: null });
  const one = record("User", { id: "1", name: "Ann", age: 30, boss, base: "y", tag, friends: [boss] });
  Object.assign(one, { any: one });
  return { records: [boss, one], root: { user: one, users: [one, boss] } };
};
const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];

audit("Aliases", [
  {
    name: "names of properties of Object.prototype, for fields of a join",
    subgraphs,
    fixture,
    queries: names.flatMap((name) => [
      `{ ${name}: user { ${name}: age } }`,
      `{ user { ${name}: boss { ${name}: age name } } }`,
      `{ ${name}: users { ${name}: tag ${name}_2: friends { ${name}: name } } }`,
    ]),
  },
  {
    name: "names of properties of Object.prototype, for links between subgraphs",
    subgraphs,
    fixture,
    queries: names.flatMap((name) => [
      `{ user { ${name}: friends { ${name}: boss { ${name}: age } name } } }`,
      `{ user { any { ... on User { ${name}: friends { name age } } ... on Plain { name } } } }`,
    ]),
  },
  {
    name: "names of keys and required fields",
    subgraphs,
    fixture,
    queries: [
      "{ user { id: age base: name name: tag } }",
      "{ users { base: id id: base tag } }",
      "{ user { boss: name any: boss { id: tag } } }",
    ],
  },
  {
    name: "__typename as an alias, and aliases of __typename",
    subgraphs,
    fixture,
    queries: [
      "{ user { __typename: name age type: __typename } }",
      "{ user { any { __typename: __typename id: __typename ... on User { age } } } }",
    ],
  },
  {
    name: "several aliases of one link",
    subgraphs,
    fixture,
    queries: ["{ user { x: friends { age } y: friends { name tag } friends { id } } }", "{ one: user { age } two: user { tag } }"],
  },
]);
