import { randomUUID } from "node:crypto";
import { startProxy } from "@offergraph/testkit/proxy";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connectNats, type NatsClient } from "../messaging/connection.js";
import { type Reference, referenceSubject } from "./kinds.js";
import { OwnerUnavailable, recordRequester } from "./request.js";
import { type AnswerOptions, startReplicaResponder } from "./responder.js";
import { referenceSigner } from "./signer.js";

const log = pino({ level: process.env.TEST_LOG ?? "silent" });
const signingKey = "a signing key that is long enough for it";
const workspaceId = randomUUID();
const ann: Reference<"partner"> = { rowId: randomUUID(), name: "Ann", handle: "ann" };
const forAnn = (name = "Ann") => ({ service, kind: "partner", workspaceId, wanted: { name } }) as const;
let service: string;
let link: NatsClient;
let endings: (() => Promise<unknown>)[];

beforeEach(() => {
  service = `s${randomUUID().replaceAll("-", "")}`;
  endings = [];
  link = newLink();
});
afterEach(async () => {
  for (const end of endings.reverse()) await end();
});

function newLink(url = inject("natsUrl")): NatsClient {
  const made = connectNats({ url, name: "test", log });
  endings.push(() => made.close());
  return made;
}
function owner(partner: NonNullable<AnswerOptions["answers"]["partner"]>, nats = newLink()) {
  const started = startReplicaResponder({ nats, service, signingKey, log, answers: { partner } });
  endings.push(() => started.stop());
  return started;
}
const asker = (nats = link, timeoutMs?: number) => recordRequester({ nats, signingKey, ...(timeoutMs && { timeoutMs }) });
/** Repeats a lookup until a responder replies. */
const answerOf = (question: ReturnType<typeof forAnn> = forAnn(), nats = link) => vi.waitFor(() => asker(nats, 20_000)(question), polling);
function promised<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
async function timeOf(asking: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await expect(asking).rejects.toThrow(OwnerUnavailable);
  return performance.now() - start;
}

describe("requesting a record of another service", () => {
  it("returns what the owner finds in the workspace: no record, one, or two with the same name", async () => {
    const find = vi.fn(async (id: string, wanted: { id: string } | { name: string }) => {
      if (id !== workspaceId) return [];
      return "name" in wanted && wanted.name === "Twin" ? [ann, { ...ann, rowId: workspaceId }, ann] : [ann];
    });
    owner(find);
    expect(await answerOf()).toEqual([ann]);
    expect(await answerOf(forAnn("Twin"))).toEqual([ann, { ...ann, rowId: workspaceId }]);
    expect(await answerOf({ ...forAnn(), workspaceId: randomUUID() as typeof workspaceId })).toEqual([]);
    expect(find.mock.calls[0]).toEqual([workspaceId, { name: "Ann" }]);
  });

  it("returns declared fields only, and nothing if the record is invalid", async () => {
    const secret = { ...ann, secret: "not for others" };
    owner(async (_, wanted) => ("name" in wanted && wanted.name === "Ann" ? [secret] : [{ ...ann, rowId: "no id" }]));
    expect(await answerOf()).toEqual([ann]);
    await expect(asker()(forAnn("Bob"))).rejects.toThrow(OwnerUnavailable);
  });

  it("is UNAVAILABLE at once without responders", async () => {
    await link.waitForConnection(new AbortController().signal);
    expect(await timeOf(asker(link, 60_000)(forAnn()))).toBeLessThan(30_000);
    await expect(asker()(forAnn())).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "The partner could not be looked up. Try again.",
    });
  });

  it("is UNAVAILABLE after 300 ms if the owner or NATS does not respond", async () => {
    const silence = promised<Reference<"partner">[]>();
    const find = vi.fn(async (_: string, wanted: object) => ("name" in wanted && wanted.name === "Ann" ? [ann] : silence.promise));
    owner(find);
    await answerOf();
    const away = newLink("nats://127.0.0.1:1");
    for (const time of [await timeOf(asker()(forAnn("Bob"))), await timeOf(asker(away)(forAnn()))]) {
      expect(time).toBeGreaterThan(290);
      expect(time).toBeLessThan(5_000);
    }
    expect(find).toHaveBeenCalledTimes(2);
    silence.resolve([]);
  });

  it("rejects a reply that is not signed for this request", async () => {
    const { connection } = await link.waitForConnection(new AbortController().signal);
    const forger = referenceSigner("another signing key, long enough as well");
    connection.subscribe(referenceSubject(service, "partner"), {
      callback: (_, message) => void message.respond(forger.signReply(message.string(), { records: [ann] })),
    });
    await expect(asker(link, 5_000)(forAnn())).rejects.toThrow(OwnerUnavailable);
  });
});

describe("responding for a service", () => {
  it("ignores a request without a valid signature", async () => {
    const find = vi.fn(async () => [ann]);
    owner(find);
    await answerOf();
    const { connection } = await link.waitForConnection(new AbortController().signal);
    const subject = referenceSubject(service, "partner");
    const signed = referenceSigner(signingKey).signQuestion(forAnn(), Date.now());
    const forgeries = [
      referenceSigner("another signing key, long enough as well").signQuestion(forAnn(), Date.now()),
      signed.replace(workspaceId, randomUUID()),
      referenceSigner(signingKey).signQuestion(forAnn(), Date.now() - 60_000),
      "nonsense",
    ];
    const refused = forgeries.map((text) => expect(connection.request(subject, text, { timeout: 500 })).rejects.toThrow(/timeout/));
    await Promise.all(refused);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it("is done by one of two replicas per request, and by the other after one stops", async () => {
    const find = vi.fn(async () => [ann]);
    const [first] = [owner(find), owner(find)];
    await answerOf();
    find.mockClear();
    await Promise.all(Array.from({ length: 50 }, () => asker(link, 60_000)(forAnn())));
    expect(find).toHaveBeenCalledTimes(50);
    await first.stop();
    expect(await answerOf()).toEqual([ann]);
  });

  it("continues after both sides lost their connections", async () => {
    const proxy = await startProxy(inject("natsUrl"));
    endings.push(() => proxy.close());
    const nats = newLink(proxy.url);
    owner(async () => [ann], nats);
    expect(await answerOf(forAnn(), nats)).toEqual([ann]);
    proxy.drop();
    expect(await answerOf(forAnn(), nats)).toEqual([ann]);
  });

  it("stops although NATS dies during the drain", async () => {
    const { connection } = await link.waitForConnection(new AbortController().signal);
    const dying = new AbortController();
    const goodbye = promised<void>();
    const drain = () => {
      goodbye.resolve();
      return new Promise<void>(() => undefined);
    };
    const session = {
      connection: { subscribe: () => ({ drain }), isClosed: () => false } as unknown as typeof connection,
      lost: dying.signal,
    };
    const started = startReplicaResponder({
      ...{ nats: { ...link, waitForConnection: async () => session }, service, signingKey, log },
      answers: { partner: async () => [ann] },
    });
    const stopping = started.stop();
    await goodbye.promise;
    dying.abort();
    await stopping;
  });

  it("accepts no new request after stop, and responds to earlier ones first", async () => {
    const [asked, answer] = [promised<void>(), promised<Reference<"partner">[]>()];
    const started = owner(async (_, wanted) => {
      if ("name" in wanted && wanted.name === "Ann") return [];
      asked.resolve();
      return answer.promise;
    });
    await answerOf();
    const asking = asker(link, 60_000)(forAnn("Bob"));
    await asked.promise;
    let isStopped = false;
    const stopping = started.stop().then(() => {
      isStopped = true;
    });
    await vi.waitFor(() => expect(asker()(forAnn())).rejects.toThrow(OwnerUnavailable), polling);
    expect(isStopped).toBe(false);
    answer.resolve([ann]);
    expect(await asking).toEqual([ann]);
    await stopping;
  });
});
