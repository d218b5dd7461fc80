import { audit, record } from "./testing/audit.js";

const subgraphs = {
  a: `
    type Query { user: User, users: [User!], strict: User! }
    type User @key(fields: "id") { id: ID!, name: String, boss: User, need: Int }`,
  b: `
    type User @key(fields: "id") { id: ID!, age: Int, sure: Int!, friends: [User!], near: User!, need: Int @external, made: Int @requires(fields: "need") }`,
};
/** Creates two users. For the second user, the fields in `failing` fail. */
const fixtureOf =
  (failing: readonly string[], empty: readonly string[] = []) =>
  () => {
    const userOf = (id: string, fields: Record<string, unknown>) =>
      record("User", {
        ...{ id, name: `n${id}`, age: 1, sure: 2, need: 3, boss: null, friends: null },
        made(this: { need: number }) {
          return this.need;
        },
        ...fields,
      });
    const broken = userOf("2", {});
    for (const name of empty) broken[name] = null;
    for (const name of failing)
      broken[name] = () => {
        throw Object.assign(new Error(`${name} failed`), { extensions: { code: `NO_${name.toUpperCase()}` } });
      };
    const one = userOf("1", { boss: broken, friends: [broken] });
    Object.assign(one, { near: one });
    if (!failing.includes("near")) broken.near = one;
    return { records: [one, broken], root: { user: one, users: [one, broken], strict: broken } };
  };

audit("Errors", [
  {
    name: "a field of one entity in a list",
    subgraphs,
    fixture: fixtureOf(["age"]),
    queries: ["{ users { name age } }", "{ user { boss { age name } friends { age } } }", "{ users { a: age age: name } }"],
  },
  {
    name: "two failing fields of the same entity from different subgraphs",
    subgraphs,
    fixture: fixtureOf(["age", "name"]),
    queries: ["{ users { name age } }", "{ user { boss { name age } } users { id } }"],
  },
  {
    name: "a failing non-null field",
    subgraphs,
    fixture: fixtureOf(["sure"]),
    queries: ["{ user { boss { name sure } } }", "{ users { sure } user { age } }", "{ strict { sure } user { name } }"],
  },
  {
    name: "a failing non-null field below a link between subgraphs",
    subgraphs,
    fixture: fixtureOf(["near"]),
    queries: ["{ user { boss { near { name } } } }", "{ user { near { boss { near { age } } } } }"],
  },
  {
    name: "a null in a non-null field of another subgraph",
    subgraphs,
    fixture: fixtureOf([], ["sure"]),
    queries: ["{ user { boss { name sure } age } }", "{ users { name sure } }"],
  },
  {
    name: "a null next to a failing field",
    subgraphs,
    fixture: fixtureOf(["age"], ["name"]),
    queries: ["{ users { name age sure } }", "{ user { boss { name age } name } }"],
  },
]);
