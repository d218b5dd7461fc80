import type { Reference } from "@offergraph/service/replicas/kinds";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { discountCodeCreated, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { discountCodeOf, eventDataOf } from "@offergraph/testkit/references";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { rowsOf } from "../../testing/answers.js";
import { type EventsFixture, startEventsFixture } from "../../testing/events-fixture.js";
import type { Client, Fixture } from "../../testing/fixture.js";
import { startIngestReplica } from "../../testing/ingest-replica.js";
import { addConnection, sendRecords, sentOrder } from "../../testing/send.js";
import { codeLearner } from "./learn-codes.js";

type Code = Reference<"discount_code_names">;

let fixture: EventsFixture;
/** The fixture with a replica that waits long for the answers of the simulated discounts service. */
let patient: Fixture;
let answers: { stop(): Promise<void> };
let client: Client;
let connectionId: string;
/** Codes that the simulated discounts service returns, and lookups that it received. */
let codes: Code[];
const asked: string[][] = [];
/** Delays the answers of the simulated discounts service. */
let answering = Promise.resolve();

beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
  patient = await startIngestReplica(fixture, (deps) => ({ learnCodes: codeLearner(deps, { timeoutMs: polling.timeout }) }));
  const { nats, log } = fixture.running.parts;
  const find = async (_: string, { names }: { names: string[] }) => {
    asked.push([...names].sort());
    await answering;
    return codes.filter(({ code }) => names.includes(nameKey(code)));
  };
  const common = { nats, log, clock: fixture.clock, signingKey: testSigningKey };
  answers = startReplicaResponder({ ...common, service: "discounts", answers: { discount_code_names: find } });
  // The learner asks nothing without a connection, and its questions fail without a subscription.
  const { signal } = new AbortController();
  await patient.running.parts.nats.waitForConnection(signal);
  const { connection } = await nats.waitForConnection(signal);
  await connection.flush();
});
afterAll(async () => {
  await answers?.stop();
  await patient?.running.stop();
  await fixture?.stop();
});
beforeEach(async () => {
  client = fixture.client();
  connectionId = await addConnection(fixture, client);
  codes = [];
  asked.length = 0;
});

const at = "2026-05-01T10:00:00.000Z";
const later = "2026-05-01T10:00:01.000Z";
const codeOf = (changes: Partial<Code> = {}): Code => ({
  ...discountCodeOf({ code: "NEW" }),
  createdAt: at,
  publicTier: "QUICK",
  ...changes,
});
const send = (...names: string[][]) =>
  sendRecords(
    patient,
    client,
    "orders",
    names.map((discountCodes) => sentOrder({ discountCodes })),
    { connectionId },
  );
const ledBy = async () =>
  (await rowsOf<{ discount_code_id: string | null }>(fixture, client, "orders")).map((order) => order.discount_code_id);
const emitEvent = (code: Code) =>
  fixture.emitEvent(discountCodeCreated, client.workspaceId, code.rowId, {
    ...eventDataOf(code),
    publicTier: "QUICK",
    createdAt: code.createdAt,
  });

describe("an order with a code without a replica", () => {
  it("is attributed at once: one lookup for all unknown names of a batch", async () => {
    codes = [codeOf(), codeOf({ code: "OTHER" })];
    await send(["NEW"], ["Other", "NOWHERE"], ["new"]);
    expect(asked).toEqual([["new", "nowhere", "other"]]);
    expect((await ledBy()).sort()).toEqual([codes[0]?.rowId, codes[0]?.rowId, codes[1]?.rowId].sort());
    expect((await rowsOf(fixture, client, "discount_code_references"))[0]).toMatchObject({ tier: "QUICK", is_deleted: false });
    await send(["NEW"]);
    expect(asked).toHaveLength(1);
  });

  it("stays attributed when the code's event arrives", async () => {
    codes = [codeOf()];
    const [code] = codes as [Code];
    await send(["NEW"]);
    await emitEvent(code);
    expect(await ledBy()).toEqual([code.rowId]);
    expect(await rowsOf(fixture, client, "discount_code_source_history")).toEqual([]);
    expect(await rowsOf(fixture, client, "discount_code_name_history")).toEqual([]);
  });

  it("also attributes earlier orders with that code", async () => {
    await send(["NEW"]);
    codes = [codeOf()];
    await send(["NEW"]);
    await vi.waitFor(async () => expect(await ledBy()).toEqual([codes[0]?.rowId, codes[0]?.rowId]), polling);
  });

  it("waits for the events of a code that changed since its creation, because they contain its earlier partners", async () => {
    codes = [codeOf({ updatedAt: later })];
    const [code] = codes as [Code];
    await send(["NEW"]);
    expect(await ledBy()).toEqual([null]);
    await emitEvent({ ...code, updatedAt: at });
    await fixture.emitEvent(discountCodeUpdated, client.workspaceId, code.rowId, { ...eventDataOf(code), changed: ["partnerId"] });
    await vi.waitFor(async () => expect(await ledBy()).toEqual([code.rowId]), polling);
  });

  it("is not looked up for two seconds after three lookups in a row have failed", async () => {
    let answer = () => {};
    answering = new Promise((resolve) => {
      answer = resolve;
    });
    onTestFinished(() => answer());
    let now = 0;
    const learn = codeLearner(fixture.running.parts, { now: () => now });
    for (const name of ["ONE", "TWO", "THREE", "FOUR", "FIVE"]) await learn(client.workspaceId, [name]);
    now = 1_999;
    await learn(client.workspaceId, ["SIX"]);
    now = 2_000;
    await learn(client.workspaceId, ["SEVEN"]);
    // The questions arrive in the order in which they were sent.
    await vi.waitFor(() => expect(asked.flat()).toEqual(["ONE", "TWO", "THREE", "SEVEN"].map(nameKey)), polling);
  });

  it("is ingested, and attributed by the event, if discounts does not respond", async () => {
    await answers.stop();
    const { results } = await send(["NEW"]);
    expect(results).toMatchObject([{ outcome: "accepted" }]);
    const code = codeOf();
    await emitEvent(code);
    await vi.waitFor(async () => expect(await ledBy()).toEqual([code.rowId]), polling);
  });
});
