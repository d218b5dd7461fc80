import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { openForm, storedResponse, type Visitors, visitors } from "../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";

let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { RESPONSE_ABANDONED_AFTER_MINUTES: "30" });
  visitor = visitors(fixture);
  await fixture.startReplica();
});
afterAll(() => fixture.stop());

const minutes = (count: number) => fixture.clock.advance(count * 60_000);
const emitted = async (client: Client) => (await client.events()).filter(({ what }) => what.startsWith("form_response."));
const namesOf = async (client: Client) => (await emitted(client)).map(({ what, recordId }) => `${what.split(".")[1]} ${recordId}`);
const listed = async (id: string) =>
  (await fixture.admin.query("SELECT changed_at FROM open_responses WHERE response_id = $1", [id])).rows.map(
    ({ changed_at }) => changed_at,
  );
describe("an inactive response", () => {
  it("is abandoned after exactly 30 minutes, once across two replicas, and stays INCOMPLETE", async () => {
    const [client, other] = [fixture.client(), fixture.client()];
    const { form, placement } = await openForm(client);
    const earlier = await visitor.start((await openForm(other)).placement);
    fixture.clock.advance(1);
    const { said } = await visitor.start(placement, { visitorId: "ann", customer: { ref: "Ann" }, answers: { stars: 4 } });
    const begun = fixture.clock.now().getTime();
    fixture.clock.advance(30 * 60_000 - 1);
    await vi.waitFor(async () => expect(await namesOf(other)).toEqual([`abandoned ${earlier.said.id}`]), polling);
    expect(await namesOf(client)).toEqual([]);
    fixture.clock.advance(1);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([`abandoned ${said.id}`]), polling);
    const [event] = await emitted(client);
    expect(event?.data).toMatchObject({
      rowId: said.id,
      status: "INCOMPLETE",
      formId: form.rowId,
      customerRef: "ann",
      completedAt: new Date(begun + 30 * 60_000).toISOString(),
      trustScore: 1,
      trustReasons: [],
      trustVersion: 3,
    });
    expect((await visitor.read(placement, said.id)).said.status).toBe("INCOMPLETE");
    const updated = new Date(begun + 30 * 60_000);
    expect(await storedResponse(fixture, said.id)).toMatchObject({ status: 1, completed_at: null, trust_version: 3, updated_at: updated });
    expect(await listed(said.id)).toEqual([]);
  });

  it("restarts its timeout on each change and is not abandoned with an outcome", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const [typing, done] = [(await visitor.start(placement)).said.id, (await visitor.start(placement)).said.id];
    minutes(29);
    await visitor.change(placement, typing, { answers: { more: "x" } });
    await visitor.change(placement, done, { outcome: "SKIPPED" });
    expect(await listed(done)).toEqual([]);
    const changed = fixture.clock.now();
    minutes(1);
    await vi.waitFor(async () => expect(await listed(typing)).toEqual([changed]), polling);
    expect(await namesOf(client)).toEqual([`skipped ${done}`]);
    minutes(29);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([`skipped ${done}`, `abandoned ${typing}`]), polling);
  });

  it("may still be completed later, with a new trust score", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement, { trap: "spam" });
    minutes(30);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([`abandoned ${said.id}`]), polling);
    minutes(5);
    expect((await visitor.change(placement, said.id, { answers: { why: "x" }, outcome: "COMPLETE" })).status).toBe(200);
    const [left, completed] = await emitted(client);
    expect(left?.data).toMatchObject({ trustReasons: ["honeypot_filled"], trustScore: 0.2 });
    expect(completed?.data).toMatchObject({ status: "COMPLETE", completedAt: fixture.clock.now().toISOString() });
    expect(await namesOf(client)).toEqual([`abandoned ${said.id}`, `completed ${said.id}`]);
  });

  it("emits another event only when its customer becomes known", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement);
    minutes(30);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([`abandoned ${said.id}`]), polling);
    const { completedAt } = (await emitted(client))[0]?.data ?? {};
    await visitor.change(placement, said.id, { answers: { more: "x" } });
    await visitor.change(placement, said.id, { customer: { ref: "Bo" } });
    await visitor.change(placement, said.id, { customer: { ref: "Bo" } });
    expect(await namesOf(client)).toEqual([`abandoned ${said.id}`, `abandoned ${said.id}`]);
    expect((await emitted(client))[1]?.data).toMatchObject({ customerRef: "bo", completedAt, status: "INCOMPLETE" });
  });

  it("is abandoned even if its form or answers became invalid", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const { said } = await visitor.start(placement, { answers: { stars: 2 } });
    await fixture.admin.query(`UPDATE form_responses SET answers = '{"gone": 1}' WHERE row_id = $1`, [said.id]);
    await client.data("mutation ($formId: Ref!) { delete_form(input: { formId: $formId }) { userErrors { code } } }", {
      formId: form.rowId,
    });
    minutes(30);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual([`abandoned ${said.id}`]), polling);
  });

  it("is abandoned once, among many in two workspaces", async () => {
    const clients = [fixture.client(), fixture.client()];
    const ids = await Promise.all(
      clients.map(async (client) => {
        const { placement } = await openForm(client);
        return Promise.all(Array.from({ length: 120 }, async () => (await visitor.start(placement, { visitorId: newId() })).said.id));
      }),
    );
    minutes(30);
    for (const [index, client] of clients.entries())
      await vi.waitFor(
        async () => expect((await namesOf(client)).sort()).toEqual((ids[index] ?? []).map((id) => `abandoned ${id}`).sort()),
        polling,
      );
  });
});
