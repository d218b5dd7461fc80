import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openForm, storedResponse, visitors } from "../testing/collect.js";
import type { Client } from "../testing/fixture.js";
import { identified, type OutcomesFixture, respond, startOutcomesFixture } from "../testing/outcomes.js";
import { runAdmin } from "./program.js";

let fixture: OutcomesFixture;
beforeAll(async () => {
  fixture = await startOutcomesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

async function run(...words: string[]) {
  const said = { out: "", error: "" };
  const code = await runAdmin(words, fixture.environment, {
    out: (text) => {
      said.out += text;
    },
    error: (text) => {
      said.error += text;
    },
  });
  return { code, ...said };
}

async function erase({ workspaceId }: Client, customer: string) {
  const { code, out, error } = await run("customer", "erase", "--customer", customer, "--workspace", workspaceId, "--json");
  expect([code, error]).toEqual([0, ""]);
  return JSON.parse(out) as { customerId: string; responses: number; insightAnswers: number };
}

const ann = { ref: "Ann@Example.com", name: "Ann Lee", email: "ann@example.com" };
const words = { why: "Ann likes the soft sweater of Ann", stars: 5, more: "Ann" };
/** Matches texts that contain personal data of the test's customer. */
const says = /\bann\b|sweater/i;

async function answered(client: Client, customer: object | undefined): Promise<string> {
  const { placement } = await openForm(client);
  const visitor = visitors(fixture);
  const from = {
    visitorId: "visitor of Ann",
    sessionId: "of Ann",
    clickId: "of Ann",
    originRef: "of Ann",
    partner: "Ann",
    discountCode: "ANN",
  };
  const { said } = await visitor.start(placement, { ...from, customer }, { address: "198.51.100.7" });
  fixture.clock.advance(60_000);
  await visitor.change(placement, said.id, { answers: words, outcome: "COMPLETE" });
  fixture.running.parts.relay.notify();
  await fixture.isLearnt(said.id);
  return said.id;
}

async function stored(id: string) {
  const { rows: answers } = await fixture.admin.query("SELECT * FROM insight_answers WHERE response_id = $1 ORDER BY question", [id]);
  const { rows: facts } = await fixture.admin.query(
    "SELECT f.* FROM insight_facts f JOIN insight_answers a USING (answer_id) WHERE a.response_id = $1 ORDER BY f.fact_id",
    [id],
  );
  return { response: await storedResponse(fixture, id), answers, facts };
}

async function storedOf(ids: readonly string[]) {
  const all = [];
  for (const id of ids) all.push(await stored(id));
  return all;
}

describe("commands of every service", () => {
  it("migrate exits with 0 if no migration is pending, and with 1 if the database does not respond", async () => {
    expect(await run("migrate", "--json")).toEqual({ code: 0, out: '{"applied":[]}', error: "" });
    const environment = { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
    expect(await runAdmin(["migrate"], environment, { out: () => undefined, error: () => undefined })).toBe(1);
  });

  it("restore and events republish report what they cannot do", async () => {
    expect(await run("restore", "/nowhere")).toMatchObject({ code: 1, error: expect.stringContaining("not a complete backup") });
    expect(await run("events", "republish", "--since", "yesterday")).toMatchObject({
      code: 1,
      error: expect.stringContaining("time zone"),
    });
    expect(await run("events", "republish", "--since", "2999-01-01T00:00:00Z", "--json")).toMatchObject({
      code: 0,
      out: '{"republished":0}',
    });
  });
});

describe("customer erase", () => {
  it("removes personal data and texts, keeps counted data, and emits an event on every run", async () => {
    const client = fixture.client();
    const id = await answered(client, ann);
    const others = [
      await answered(client, { ...ann, ref: "bob" }),
      await answered(client, undefined),
      await answered(fixture.client(), ann),
    ];
    const before = await stored(id);
    const untouched = await storedOf(others);
    expect(before.facts.length).toBeGreaterThan(0);
    const customerId = customerIdOf(client.workspaceId, ann.ref);

    await fixture.whileNatsIsAway(async () => {
      expect(await erase(client, " ann@example.COM ")).toEqual({ customerId, responses: 1, insightAnswers: 3 });
      expect(await erase(client, ann.ref)).toEqual({ customerId, responses: 0, insightAnswers: 0 });
      const listed = JSON.parse((await run("customer", "erasures", "--since", "2026-01-01T00:00:00Z", "--json")).out) as object[];
      const ours = { workspaceId: client.workspaceId, customerId };
      expect(listed.slice(-2)).toMatchObject([ours, ours]);
      expect(JSON.parse((await run("customer", "erasures", "--since", "2999-01-01T00:00:00Z", "--json")).out)).toEqual([]);
      expect(await client.events()).toEqual([1, 2].map(() => ({ what: "customer.erased", recordId: customerId, data: { customerId } })));
    });

    const after = await stored(id);
    expect(JSON.stringify(before)).toMatch(says);
    expect(JSON.stringify(after)).not.toMatch(says);
    expect(after.response).toMatchObject({ answers: { stars: 5 }, status: before.response?.status, customer_id: null, network_hash: null });
    for (const field of ["trust_score", "completed_at", "form_placement_id"])
      expect(after.response?.[field]).toEqual(before.response?.[field]);
    expect(after.answers.map(({ question, mined, readable }) => [question, mined, readable])).toEqual(
      before.answers.map(({ question, mined, readable }) => [question, mined, readable]),
    );
    expect(after.facts.map(({ polarity, subject_class }) => [polarity, subject_class])).toEqual(
      before.facts.map(({ polarity, subject_class }) => [polarity, subject_class]),
    );
    expect(await storedOf(others)).toEqual(untouched);
  });

  it("finds a customer by id, and one whose reference at the store is a UUID", async () => {
    const client = fixture.client();
    const ref = newId();
    await answered(client, ann);
    await answered(client, { ref });
    expect(await erase(client, customerIdOf(client.workspaceId, ann.ref))).toMatchObject({ responses: 1 });
    expect(await erase(client, ref.toUpperCase())).toEqual({ customerId: ref, responses: 1, insightAnswers: 3 });
  });

  it("is not undone by an earlier event that arrives late", async () => {
    const client = fixture.client();
    const { form } = await openForm(client);
    const customerId = customerIdOf(client.workspaceId, ann.ref);
    const customer = { customerId, customerRef: ann.ref, customerName: ann.name };
    const outcome = await respond(fixture, client, form, { answers: words, customer });
    await fixture.emitEvent(outcome);
    await erase(client, ann.ref);
    await fixture.emitEvent(identified(client, outcome, customer));
    expect(JSON.stringify(await stored(outcome.event.subject))).not.toMatch(says);
  });

  it("reports invalid arguments", async () => {
    expect(await run("customer", "erase", "--workspace", newId())).toMatchObject({ code: 1, error: expect.stringMatching(/--customer/) });
    expect(await run("customer", "erase", "--customer", " ", "--workspace", newId())).toMatchObject({ code: 1, out: "" });
    expect(await run("customer", "erase", "--customer", "x")).toMatchObject({ code: 1, error: expect.stringMatching(/--workspace/) });
  });
});
