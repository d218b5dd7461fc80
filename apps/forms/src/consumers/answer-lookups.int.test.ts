import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import type { Lookup } from "@offergraph/service/replicas/kinds";
import { recordRequester } from "@offergraph/service/replicas/request";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { done, mutate } from "../testing/forms.js";

let nats: Awaited<ReturnType<typeof startOwnNats>>;
let fixture: Fixture;
let ask: (workspaceId: string, wanted: Lookup<"form">) => Promise<object[]>;
beforeAll(async () => {
  nats = await startOwnNats();
  fixture = await startFixture(inject("adminUrl"), { NATS_URL: nats.url });
  const { parts } = fixture.running;
  const asking = recordRequester({ nats: parts.nats, signingKey: testSigningKey, clock: fixture.clock, timeoutMs: 5_000 });
  ask = (workspaceId, wanted) => asking({ service: "forms", kind: "form", workspaceId, wanted });
  await vi.waitFor(() => ask(newId(), { id: newId() }), polling);
});
afterAll(async () => {
  await fixture.stop();
  await nats.stop();
});

describe("form lookups by other services", () => {
  it("find a new form by id, slug or exact title, in its own workspace only", async () => {
    const [mine, other] = [fixture.client(), fixture.client()];
    const { rowId, formSlug, title, updatedAt } = await done(mutate(mine, "create_form", { body: { title: "Why us?" } }));
    for (const wanted of [{ id: rowId }, { name: formSlug }, { name: "Why us?" }]) {
      expect(await ask(mine.workspaceId, wanted)).toEqual([{ rowId, formSlug, title, updatedAt }]);
      expect(await ask(other.workspaceId, wanted)).toEqual([]);
    }
    for (const name of ["why us?", "Why"]) expect(await ask(mine.workspaceId, { name })).toEqual([]);
  });

  it("return two forms that share a title, and prefer a slug over titles", async () => {
    const mine = fixture.client();
    const titled = async (title: string) => (await done(mutate(mine, "create_form", { body: { title } }))).rowId;
    const [first, second] = [await titled("twin"), await titled("twin")];
    expect(await ask(mine.workspaceId, { name: "twin" })).toMatchObject([{ rowId: first }]);
    const [third, fourth] = [await titled("The Twin"), await titled("The Twin")];
    const found = (await ask(mine.workspaceId, { name: "The Twin" })) as { rowId: string }[];
    expect(found.map((one) => one.rowId).sort()).toEqual([third, fourth].sort());
    expect(await ask(mine.workspaceId, { id: second })).toHaveLength(1);
  });
});
