import { audit, record } from "./testing/audit.js";

const user = (fields: Record<string, unknown>) => record("User", { id: "1", email: "a@x", sku: "s1", ...fields });

audit("Keys", [
  {
    name: "several keys, of which each subgraph knows one",
    subgraphs: {
      a: `type Query { user: User } type User @key(fields: "id") { id: ID!, name: String }`,
      b: `type User @key(fields: "id") @key(fields: "email") { id: ID!, email: String, city: String }`,
      c: `type User @key(fields: "email") { email: String, age: Int }`,
    },
    fixture: () => {
      const one = user({ name: "Ann", city: "Rome", age: 3 });
      return { records: [one], root: { user: one } };
    },
    queries: ["{ user { age } }", "{ user { name city age email } }", "{ user { email: name name: age } }"],
  },
  {
    name: "a chain of keys over four subgraphs, for a list",
    subgraphs: {
      a: `type Query { users: [User!] } type User @key(fields: "id") { id: ID! }`,
      b: `type User @key(fields: "id") @key(fields: "email") { id: ID!, email: String }`,
      c: `type User @key(fields: "email") @key(fields: "sku") { email: String, sku: String }`,
      d: `type User @key(fields: "sku") { sku: String, age: Int }`,
    },
    fixture: () => {
      const all = [1, 2, 3].map((index) => record("User", { id: `${index}`, email: `${index}@x`, sku: `s${index}`, age: index }));
      return { records: all, root: { users: [...all, all[0]] } };
    },
    queries: ["{ users { age } }", "{ users { id age } }"],
  },
  {
    name: "a compound key",
    subgraphs: {
      a: `type Query { users: [User] } type User @key(fields: "id email") { id: ID!, email: String, name: String }`,
      b: `type User @key(fields: "id email") { id: ID!, email: String, age: Int }`,
    },
    fixture: () => {
      const all = [user({ name: "Ann", age: 3 }), user({ email: "b@x", name: "Bob", age: 4 })];
      return { records: all, root: { users: all } };
    },
    queries: ["{ users { name age } }", "{ users { email: age id } }"],
  },
  {
    name: "a key with fields of a nested object and a list",
    subgraphs: {
      a: `type Query { users: [User] } type User @key(fields: "org { id place { zip } } codes") { org: Org, codes: [Int!], name: String }
        type Org @shareable { id: ID!, place: Place } type Place @shareable { zip: String, street: String }`,
      b: `type User @key(fields: "org { id place { zip } } codes") { org: Org, codes: [Int!], age: Int }
        type Org @shareable { id: ID!, place: Place } type Place @shareable { zip: String, street: String }`,
    },
    fixture: () => {
      const of = (zip: string, age: number) =>
        user({ org: { id: "o", place: { zip, street: `${zip} street` } }, codes: [age, 2], name: zip, age });
      const all = [of("10", 5), of("20", 6)];
      return { records: all, root: { users: all } };
    },
    queries: ["{ users { age } }", "{ users { org { place { street zip: street } } age } }", "{ users { codes: age } }"],
  },
  {
    name: "a key that contains another entity",
    subgraphs: {
      a: `type Query { seats: [Seat] } type Seat @key(fields: "row { id } number") { row: Row, number: Int } type Row @key(fields: "id") { id: ID!, name: String }`,
      b: `type Seat @key(fields: "row { id } number") { row: Row, number: Int, price: Int } type Row @key(fields: "id") { id: ID! }`,
    },
    fixture: () => {
      const row = record("Row", { id: "r", name: "front" });
      const seats = [1, 2].map((number) => record("Seat", { row, number, price: number * 10 }));
      return { records: [row, ...seats], root: { seats } };
    },
    queries: ["{ seats { price } }", "{ seats { row { name } price number } }"],
  },
  {
    name: "a key that is not resolvable",
    subgraphs: {
      a: `type Query { order: Order } type Order { user: User } type User @key(fields: "id", resolvable: false) { id: ID! }`,
      b: `type User @key(fields: "id") { id: ID!, name: String }`,
    },
    fixture: () => {
      const one = user({ name: "Ann" });
      return { records: [one], root: { order: { user: one } } };
    },
    queries: ["{ order { user { name } } }", "{ order { user { id __typename } } }"],
  },
  {
    name: "entities that refer to each other",
    subgraphs: {
      a: `type Query { user: User } type User @key(fields: "id") { id: ID!, boss: User, name: String }`,
      b: `type User @key(fields: "id") { id: ID!, reports: [User!]!, age: Int! }`,
    },
    fixture: () => {
      const boss = record("User", { id: "0", name: "Cid", age: 60, boss: null });
      const one = user({ name: "Ann", age: 30, boss, reports: [] });
      Object.assign(boss, { reports: [one] });
      return { records: [boss, one], root: { user: one } };
    },
    queries: [
      "{ user { boss { reports { boss { age name } } } } }",
      "{ user { age boss { age reports { name age } } } }",
      "{ user { boss { boss { name } reports { reports { name } } } } }",
    ],
  },
  {
    name: "a type that only some subgraphs can reach",
    subgraphs: {
      a: `type Query { user: User } type User @key(fields: "id") { id: ID! }`,
      b: `type User @key(fields: "email") { email: String, age: Int }`,
    },
    refused: /cannot be satisfied by the subgraphs/,
  },
]);
