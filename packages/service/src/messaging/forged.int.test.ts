import { jetstream } from "@nats-io/jetstream";
import { headers as newHeaders } from "@nats-io/transport-node";
import { testSigner } from "@offergraph/testkit/signed-event";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replayDeadLetter } from "./dead-letters.js";
import { eventSigner, signatureHeader } from "./signer.js";
import { ensureStream } from "./streams.js";
import { type ConsumersSetup, consumersSetup } from "./testing/consumers.js";

let setup: ConsumersSetup;
beforeEach(async () => {
  setup = await consumersSetup();
  await ensureStream(setup.connection, setup.service);
});
afterEach(() => setup.end());

async function publish(record: string, signature: (subject: string, body: string) => string | undefined) {
  const { event } = setup.event(record, 1);
  const body = JSON.stringify(event);
  const headers = newHeaders();
  const signed = signature(event.type, body);
  if (signed !== undefined) headers.set(signatureHeader, signed);
  await jetstream(setup.connection).publish(event.type, body, { headers, msgID: event.id });
}

const stranger = eventSigner("a signing key that is not the one of the services");
const forgeries: Record<string, (subject: string, body: string) => string | undefined> = {
  "no signature": () => undefined,
  "another service's signature": (subject, body) => testSigner.sign("somebody_else", subject, body),
  "the signature of another subject": (_subject, body) =>
    testSigner.sign(setup.service, `offergraph.${setup.service}.thing.undone.v1`, body),
  "the signature of another body": (subject, body) => testSigner.sign(setup.service, subject, body.replace('"number":1', '"number":2')),
  "the signature of another key": (subject, body) => stranger.sign(setup.service, subject, body),
};

it("with values that have no text form does not stop the consumer", async () => {
  setup.consumer();
  const { event } = setup.event("one", 1);
  const body = JSON.stringify({ ...event, workspaceid: { toString: 1 }, subject: { toString: 1 } });
  await jetstream(setup.connection).publish(event.type, body, { msgID: event.id });
  await setup.commit(setup.event("other", 1));
  await setup.effectsAre({ other: [1] });
  await vi.waitFor(async () => expect(await setup.letters()).toMatchObject([{ reason: "INVALID" }]), polling);
});

describe.each([false, true])("an event without its producer's signature (batches: %s)", (together) => {
  it("has no effect, and does not stop the consumer", async () => {
    setup.consumer({ together });
    for (const [record, signature] of Object.entries(forgeries)) await publish(record, signature);
    await setup.commit(setup.event("no signature", 2), setup.event("other", 1));
    await setup.effectsAre({ "no signature": [2], other: [1] });
    await vi.waitFor(async () => expect(await setup.letters()).toHaveLength(Object.keys(forgeries).length), polling);
    const letters = await setup.letters();
    for (const letter of letters) expect(letter).toMatchObject({ reason: "INVALID", attempts: 1, consumer: setup.address() });
    const wrong = `wrong signature: ${setup.service} did not sign this subject and body`;
    expect(letters.map(({ error }) => error).sort()).toEqual(["no signature", wrong, wrong, wrong, wrong]);
  });
});

it("is rejected again when replayed", async () => {
  setup.consumer();
  await publish("one", () => undefined);
  const letter = await setup.deadLetter();
  await replayDeadLetter(setup.connection, letter.id);
  await vi.waitFor(async () => expect((await setup.letters()).map(({ id }) => id)).not.toContain(letter.id), polling);
  await vi.waitFor(async () => expect(await setup.letters()).toHaveLength(1), polling);
  await setup.effectsAre({});
});
