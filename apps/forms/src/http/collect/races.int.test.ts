import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { connectNats } from "@offergraph/service/messaging/connection";
import { startService } from "@offergraph/service/subgraph/run";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { service } from "../../service.js";
import { openForm, storedResponse, type Visitors, visitors } from "../../testing/collect.js";
import { type Fixture, startFixture } from "../../testing/fixture.js";

let fixture: Fixture;
let visitor: Visitors;
let other: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  visitor = visitors(fixture);
  other = visitors(fixture, (await fixture.startReplica()).url);
});
afterAll(() => fixture.stop());

/** Runs requests concurrently. Sends every second request to the second replica. */
const atOnce = <Value>(count: number, effect: (visitor: Visitors, index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => effect(index % 2 === 0 ? visitor : other, index)));

const count = async (formId: string) => {
  const { rows } = await fixture.admin.query("SELECT count(*)::int AS count FROM form_responses WHERE form_id = $1", [formId]);
  return rows[0].count;
};
const outcomes = async (client: ReturnType<Fixture["client"]>) =>
  (await client.events()).filter(({ what }) => what.startsWith("form_response.")).map(({ what, recordId }) => `${what} ${recordId}`);

describe("repeated requests", () => {
  it("create one response with one outcome", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const body = { id: newId(), visitorId: "ann", answers: { why: "x" } };
    const started = await atOnce(20, (by) => by.start(placement, body));
    expect(started.map(({ status, said }) => [status, said])).toEqual(Array(20).fill([201, { id: body.id, status: "INCOMPLETE" }]));
    const ended = await atOnce(20, (by) => by.change(placement, body.id, { outcome: "COMPLETE" }));
    expect(ended.map(({ status, said }) => [status, said.status])).toEqual(Array(20).fill([200, "COMPLETE"]));
    expect((await visitor.start(placement, body)).said).toEqual({ id: body.id, status: "COMPLETE" });
    expect(await count(form.rowId)).toBe(1);
    expect(await outcomes(client)).toEqual([`form_response.completed ${body.id}`]);
  });

  it("emit one event for a customer named late", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement);
    await visitor.change(placement, said.id, { outcome: "SKIPPED" });
    const answers = await atOnce(10, (by, index) => by.change(placement, said.id, { customer: { ref: `c${index}` } }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect(await outcomes(client)).toEqual([`form_response.skipped ${said.id}`, `form_response.customer_identified ${said.id}`]);
  });
});

describe("concurrent requests", () => {
  it("lose none of 200 responses on one placement across replicas", async () => {
    const client = fixture.client();
    const { form, placement } = await openForm(client);
    const ids = await atOnce(400, async (by) => {
      const { status, said } = await by.start(placement, { answers: { why: "x" } });
      expect(status).toBe(201);
      expect((await by.change(placement, said.id, { outcome: "COMPLETE" })).status).toBe(200);
      return said.id;
    });
    expect(await count(form.rowId)).toBe(400);
    expect((await outcomes(client)).sort()).toEqual(ids.map((id) => `form_response.completed ${id}`).sort());
  });

  it("to one response merge their answers", async () => {
    const elements = Array.from({ length: 50 }, (_, index) => ({ type: "text", name: `q${index}` }));
    const { placement } = await openForm(fixture.client(), { model: { pages: [{ name: "first", elements }] } });
    const { said } = await visitor.start(placement);
    const answers = await atOnce(50, (by, index) => by.change(placement, said.id, { answers: { [`q${index}`]: "x" } }));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const stored = await storedResponse(fixture, said.id);
    expect(Object.keys(stored?.answers as object)).toHaveLength(50);
  });

  it("do not fail although another replica changes the response first 40 times in a row", async () => {
    const { placement } = await openForm(fixture.client());
    const { said } = await visitor.start(placement);
    await fixture.admin.query(`
      CREATE SEQUENCE lost_writes;
      CREATE FUNCTION lose_write() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval('lost_writes') <= 40 THEN RETURN NULL; END IF; RETURN NEW; END $$;
      GRANT USAGE ON SEQUENCE lost_writes TO PUBLIC;
      CREATE TRIGGER lose_write BEFORE UPDATE ON form_responses FOR EACH ROW
        WHEN (OLD.row_id = '${said.id}') EXECUTE FUNCTION lose_write()`);
    try {
      expect((await visitor.change(placement, said.id, { answers: { why: "x" } })).status).toBe(200);
    } finally {
      await fixture.admin.query("DROP TRIGGER lose_write ON form_responses; DROP FUNCTION lose_write; DROP SEQUENCE lost_writes");
    }
    expect((await storedResponse(fixture, said.id))?.answers).toEqual({ why: "x" });
  });

  it.each([1, 2, 3])("decide on one outcome if one completes and one declines (%i)", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement, { answers: { why: "x" } });
    const tries = ["COMPLETE", "SKIPPED"].map((outcome, index) => (index === 0 ? visitor : other).change(placement, said.id, { outcome }));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const won = answers.find(({ status }) => status === 200)?.said.status;
    expect((await visitor.read(placement, said.id)).said.status).toBe(won);
    const emitted = won === "COMPLETE" ? "completed" : "skipped";
    expect(await outcomes(client)).toEqual([`form_response.${emitted} ${said.id}`]);
  });
});

describe("while NATS is unavailable", () => {
  it("responses are accepted, and their events published later", async () => {
    const client = fixture.client();
    const { placement } = await openForm(client);
    const { said } = await visitor.start(placement);
    expect((await visitor.change(placement, said.id, { outcome: "SKIPPED" })).status).toBe(200);
    expect(await outcomes(client)).toEqual([`form_response.skipped ${said.id}`]);
    const nats = await startOwnNats();
    const link = connectNats({ url: nats.url, name: "listener", log: createLogger("test", "silent") });
    const { connection } = await link.waitForConnection(new AbortController().signal);
    const emitted: string[] = [];
    connection.subscribe("offergraph.forms.form_response.>", {
      callback: (_error, message) => {
        const { subject } = message.json<{ subject: string }>();
        emitted.push(`${message.subject} ${subject}`);
      },
    });
    await connection.flush();
    const replica = await startService(service, { ...fixture.environment, NATS_URL: nats.url }, fixture.clock);
    try {
      await vi.waitFor(async () => expect(await outcomes(client)).toEqual([]), polling);
      const skipped = `offergraph.forms.form_response.skipped.v1 ${said.id}`;
      await vi.waitFor(() => expect(emitted.filter((one) => one.endsWith(said.id))).toEqual([skipped]), polling);
    } finally {
      await replica.stop();
      await link.close();
      await nats.stop();
    }
  });
});
