import { tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { type Receiver, startReceiver } from "../../testing/receiver.js";
import { startWebhookFixture, type WebhookFixture, webhookWorkspace } from "../../testing/webhooks.js";

const perEndpoint = 16;
/** Number of events, each of another record. One read of the queue returns fewer per endpoint. */
const count = 10 * perEndpoint;
/** Longer than the test. */
const timeoutMs = 3_600_000;
let fixture: WebhookFixture;
let silent: Receiver;
let healthy: Receiver;
beforeAll(async () => {
  fixture = await startWebhookFixture(inject("adminUrl"), timeoutMs);
  [silent, healthy] = await Promise.all([startReceiver(), startReceiver()]);
  silent.answer = () => "silence";
});
afterAll(async () => {
  await Promise.all([silent, healthy].map((receiver) => receiver?.die()));
  await fixture?.stop();
});

it("a receiver that never responds gets a limited number of requests, and delays no event of another endpoint", async () => {
  const workspace = await webhookWorkspace(fixture);
  for (const { url } of [silent, healthy]) await workspace.create({ url, eventTypes: [tagRecolored.subject] });
  const sent = Array.from({ length: count }, (_, index) =>
    fixture.publish(tagRecolored, workspace.workspaceId, newId(), { name: String(index), color: "red" }),
  );
  const received = () => new Set(healthy.arrivals.map(({ event }) => event.id));
  await vi.waitFor(() => expect(received()).toEqual(new Set(sent)), polling);
  await vi.waitFor(() => expect(silent.arrivals.length).toBeGreaterThanOrEqual(perEndpoint), polling);
  expect(silent.arrivals).toHaveLength(perEndpoint);
});
