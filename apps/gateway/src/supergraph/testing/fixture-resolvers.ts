import type { GraphQLFieldResolver } from "graphql";
import { idOf } from "./fixture.js";

/** Failures that a test injects into the subgraphs and into the reference implementation. */
export interface Weather {
  /** True if a field of a record fails with an error. */
  fails(field: string, id: string): boolean;
  /** True if a nullable field of a record is null. */
  isNull(field: string, id: string): boolean;
  /** True if a subgraph does not find a referenced record. */
  misses(subgraph: string, id: string): boolean;
}

export const calm: Weather = { fails: () => false, isNull: () => false, misses: () => false };

interface Rec {
  __typename: string;
  id: string;
}
type Resolver = GraphQLFieldResolver<Rec, unknown>;
export type Resolvers = Record<string, Record<string, Resolver | ((reference: Rec) => unknown)>>;

const number = (id: string) => Number(id.slice(-6));
const record = (type: string, index: number): Rec => ({ __typename: type, id: idOf(index % 40) });
const list = (type: string, from: number, count: number) => Array.from({ length: count }, (_, index) => record(type, from + index));
const part = (id: string): Rec => ({ __typename: "Part", id });

/** Returns the resolvers of all three subgraphs, by name of the subgraph. `weather` determines the injected failures. */
export function worldResolvers(weather: () => Weather): Record<string, Resolvers> {
  const field =
    (name: string, value: (id: string, args: Record<string, unknown>, source: Rec) => unknown, isSafe = false): Resolver =>
    (source, args) => {
      const id = source?.id ?? "";
      if (!isSafe && weather().fails(name, id))
        throw Object.assign(new Error(`${name} of ${id} failed`), { extensions: { code: "BROKEN" } });
      return !isSafe && weather().isNull(name, id) ? null : value(id, args, source);
    };
  const count = (args: Record<string, unknown>) => Number(args.first ?? 1);
  const named = (type: string, fields: Record<string, Parameters<typeof field>[1]>, safe: string[] = []) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, field(`${type}.${name}`, value, safe.includes(name))]));
  const reference = (subgraph: string) => ({ __resolveReference: (given: Rec) => (weather().misses(subgraph, given.id) ? null : given) });
  const label = (id: string) => `label "${number(id)}" é\u2028`;

  const connection = (_id: string, args: Record<string, unknown>) => ({ id: idOf(count(args)), from: 1, first: count(args) });
  const kinds = ["Item", "Box", "Item", "Person"];
  return {
    catalog: {
      Query: named("Query", {
        shelf: connection,
        item: (_id, args) => ({ __typename: "Item", id: args.id }),
        things: (_id, args) => Array.from({ length: count(args) }, (_, index) => record(index % 2 ? "Box" : "Item", index)),
        found: () => kinds.map((type, index) => record(type, index + 7)),
        refs: (_id, args) => JSON.stringify(args),
        secret: () => ({}),
      }),
      Mutation: named("Mutation", {
        make: (_id, args) => ({ id: idOf(3), item: record("Item", Number((args.input as { size: number }).size)), userErrors: [] }),
        touch: (_id, args) => ({ __typename: "Item", id: args.id }),
      }),
      ItemConnection: named("ItemConnection", {
        nodes: (_id, _args, source) => list("Item", 1, (source as Rec & { first: number }).first),
        edges: (_id, _args, source) => list("Item", 1, (source as Rec & { first: number }).first),
        pageInfo: () => ({ hasNextPage: true, hasPreviousPage: false, startCursor: "a", endCursor: null }),
        totalCount: () => 40,
      }),
      ItemEdge: named("ItemEdge", { cursor: (id) => `c${number(id)}`, node: (id) => record("Item", number(id)) }),
      Item: {
        ...named(
          "Item",
          {
            label: (id) => label(id),
            title: (id, args) => (args.upper ? `TITLE ${number(id)}` : `title ${number(id)}`),
            size: (id) => (number(id) % 3 ? number(id) : null),
            color: (id) => ["RED", "GREEN", "BLUE"][number(id) % 3],
            colors: () => ["RED", "BLUE"],
            owner: (id) => record("Person", number(id) % 4),
            grid: (id) => [[number(id), null], null, []],
            parts: (id) => [part(id), part(idOf(number(id) + 1))],
            cells: (id) => [[part(id)], null, [part(idOf(2)), part(id)]],
            weight: (id) => number(id) / 4,
            price: (id) => `${number(id)}.50`,
            meta: (id) => ({ id, nested: { __proto__: 1, list: [1, { a: null }] } }),
            related: (id) => [record("Item", number(id) + 1), null, record("Item", number(id))],
          },
          ["size", "weight"],
        ),
        ...reference("catalog"),
      },
      Part: named("Part", {
        name: (id) => `part ${number(id)}`,
        item: (id) => record("Item", number(id) + 2),
        part: (id) => (number(id) % 2 ? part(idOf(number(id) + 1)) : null),
      }),
      Box: {
        ...named("Box", {
          label: (id) => `box ${number(id)}`,
          size: (id) => number(id) + 0.5,
          content: (id) => [record("Item", number(id)), record("Box", number(id) + 1)],
          lid: (id) => part(id),
        }),
        ...reference("catalog"),
      },
      Person: reference("catalog"),
    },
    people: {
      Query: named("Query", {
        person: (_id, args) => ({ __typename: "Person", id: args.id }),
        people: (_id, args) => list("Person", 0, count(args)),
      }),
      Mutation: named("Mutation", { greet: (_id, args) => ({ __typename: "Person", id: args.id }) }),
      Person: {
        ...named("Person", {
          name: (id) => `person ${number(id)}`,
          nick: (id) => (number(id) % 2 ? "nick" : null),
          age: (id) => number(id) * 2,
          friends: (id, args) => list("Person", number(id) + 1, count(args)),
          favorite: (id) => record("Item", number(id) + 5),
          best: (id) => ({ __typename: "Review", id }),
        }),
        ...reference("people"),
      },
      Item: {
        ...named("Item", { reviews: (id, args) => list("Review", number(id), count(args)), rating: (id) => number(id) + 0.25 }),
        ...reference("people"),
      },
      Review: named("Review", {
        text: (id) => `review ${number(id)}`,
        author: (id) => record("Person", number(id) % 3),
        stars: () => 5,
        item: (id) => record("Item", number(id)),
      }),
    },
    stock: {
      Query: named("Query", { hot: () => list("Item", 11, 2) }),
      Item: {
        ...named("Item", {
          shipping: (id, args, source) => shipping(id, args, source),
          count: (id) => number(id) + 100,
        }),
        label: field("Item.label", (id) => label(id)),
        ...reference("stock"),
      },
      Person: {
        ...named("Person", { address: (id) => ({ __typename: "Address", id }), parcels: (id) => [record("Item", number(id)), null] }),
        ...reference("stock"),
      },
      Address: named("Address", { street: (id) => `street ${number(id)}`, city: () => "city" }),
    },
  };
}

function shipping(id: string, args: Record<string, unknown>, source: Rec & { size?: number | null; weight?: number | null }): string {
  const size = "size" in source ? source.size : number(id) % 3 ? number(id) : null;
  const weight = "weight" in source ? source.weight : number(id) / 4;
  return `${args.fast ? "fast" : "slow"} ${size} ${weight}`;
}
