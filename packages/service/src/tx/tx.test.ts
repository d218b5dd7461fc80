import { defineEvent } from "@offergraph/shared/contracts/define-event";
import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { consumerFor } from "./consumer.js";
import { createTx, type Effects } from "./create-tx.js";
import { jobFor } from "./job.js";
import { type MutationOf, type MutationRunner, mutationFor } from "./mutation.js";
import type { OpenTransaction } from "./transaction.js";
import type { MutationTx, Tx } from "./tx.js";

const thing = { recordId: "the thing's id", description: "Something happened to a thing." };
const created = defineEvent({ subject: "offergraph.trial.thing.created.v1", ...thing, data: z.object({ name: z.string() }) });
const deleted = defineEvent({ subject: "offergraph.trial.thing.deleted.v1", ...thing, data: z.object({ at: z.number() }) });
type Created = typeof created;
type Deleted = typeof deleted;
interface Client {
  model: string;
}

describe("the events of a Tx", () => {
  it("are limited to the declared ones by type", () => {
    const takesOne = (tx: Tx<Client, Created>) => tx;
    const takesNone = (tx: Tx<Client>) => tx;
    const compiles = (
      both: Tx<Client, Created | Deleted>,
      one: Tx<Client, Created>,
      none: Tx<Client>,
      mutation: MutationTx<Client, Created>,
    ) => {
      both.emit(created, "1", { name: "a" });
      both.emit(deleted, "1", { at: 1 });
      one.emit(created, "1", { name: "a" });
      // @ts-expect-error The Tx does not allow this event.
      one.emit(deleted, "1", { at: 1 });
      // @ts-expect-error The Tx allows no events.
      none.emit(created, "1", { name: "a" });
      // @ts-expect-error The data belongs to another event.
      both.emit(created, "1", { at: 1 });
      takesOne(both);
      takesNone(both);
      takesNone(one);
      takesOne(mutation);
      // @ts-expect-error The function emits an event that this Tx does not allow.
      takesOne(none);
    };
    expectTypeOf(compiles).toBeFunction();
  });

  it("are limited to the declared ones at run time", () => {
    const effects: Effects = { events: [], callbacks: [] };
    const workspaceId = "0199a000-0000-7000-8000-000000000000";
    const tx = createTx({} as OpenTransaction, { workspaceId, emits: [created] }, new Date(0), effects);
    tx.emit(created, "1", { name: "a" });
    expect(() => tx.emit(deleted, "1", { at: 1 })).toThrow(
      "Invariant violated: the event offergraph.trial.thing.deleted.v1 was emitted, but",
    );
    expect(effects.events.map(({ event }) => event.type)).toEqual([created.subject]);
  });
});

describe("mutation", () => {
  interface Payload {
    thing?: { name: string } | null;
    userErrors: { message: string }[];
  }
  interface Context {
    locale: string;
  }
  type Generated =
    | ((source: object, args: { input: { name: string } }, context: Context) => Promise<Payload | null>)
    | { resolve: unknown };
  const mutation = mutationFor<Client>();

  it("infers arguments, payload, context and what was prepared; carries its events", async () => {
    const create_thing: MutationOf<Generated> = mutation(
      { emits: [created], prepare: async ({ input }, context) => `${input.name} ${context.locale}` },
      async (tx, { input }, context, prepared) => {
        expectTypeOf(tx).toEqualTypeOf<MutationTx<Client, Created>>();
        expectTypeOf(input).toEqualTypeOf<{ name: string }>();
        expectTypeOf(context).toEqualTypeOf<Context>();
        expectTypeOf(prepared).toEqualTypeOf<string>();
        return { thing: { name: prepared } };
      },
    );
    // @ts-expect-error The payload has the wrong type.
    const wrong: MutationOf<Generated> = mutation({ emits: [] }, async () => ({ thing: 5 }));
    expect(wrong.emits).toEqual([]);
    expect(create_thing.emits).toEqual([created]);
    const runner: MutationRunner = { errors: new Violations(), runMutation: (_emits, effect) => effect({} as never) };
    expect(await create_thing({}, { input: { name: "a" } }, { ...runner, locale: "de" } as Context)).toEqual({ thing: { name: "a de" } });
  });
});

describe("defineConsumer and defineJob", () => {
  it("infer the events and what may be emitted", () => {
    const consumer = consumerFor<Client>()({
      name: "follow-things",
      events: [created, deleted],
      emits: [deleted],
      filter: ({ data }) => "name" in data,
      async handle(tx, event) {
        expectTypeOf(event.type).toEqualTypeOf<Created["subject"] | Deleted["subject"]>();
        tx.emit(deleted, event.recordId, { at: 1 });
        // @ts-expect-error The Tx does not allow this event.
        tx.emit(created, event.recordId, { name: "a" });
      },
    });
    const job = jobFor<Client>()({
      name: "delete things",
      emits: [deleted],
      findWorkspaces: async () => [],
      async run(tx) {
        expectTypeOf(tx).toEqualTypeOf<Tx<Client, Deleted>>();
        return false;
      },
    });
    expect([consumer.events.length, job.emits.length]).toEqual([2, 1]);
  });
});
