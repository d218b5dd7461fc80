import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AckPolicy, jetstream } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection, nanos } from "@nats-io/transport-node";
import { connectNats, natsOptions } from "@offergraph/service/messaging/connection";
import { makeStreams } from "@offergraph/service/messaging/make-streams";
import { durableOf, natsGateway } from "@offergraph/service/messaging/permissions";
import {
  deadLetterStream,
  deadLetterSubject,
  ensureDeadLetterStream,
  ensureStream,
  managerOf,
  streamOf,
} from "@offergraph/service/messaging/streams";
import { eventServices } from "@offergraph/service/messaging/topology";
import { registryBucket, schemaBucket, streamOfBucket, subjectOfKey } from "@offergraph/service/registry/buckets";
import { recordRequester } from "@offergraph/service/replicas/request";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { polling } from "@offergraph/testkit/timeouts";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningNats, startNats } from "./nats.js";
import { consumersOf } from "./nats-config.js";

const log = pino({ level: "silent" });
const allStreams = [...eventServices.map(streamOf), deadLetterStream];
const connections: NatsConnection[] = [];
let folder: string;
let nats: RunningNats;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offergraph-nats-"));
  nats = await startNats({ dataDirectory: folder, log });
  await makeStreams(nats.url);
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

async function connectAs(user: string): Promise<NatsConnection> {
  const connection = await connect({ ...natsOptions(nats.urlOf(user)), reconnect: false, noAsyncTraces: true });
  connections.push(connection);
  return connection;
}
const refused = (work: Promise<unknown>, what: string) => expect(work, what).rejects.toThrow(/Permissions Violation/);
const subscribed = (connection: NatsConnection, subject: string) =>
  new Promise<string>((resolve, reject) => {
    connection.subscribe(subject, { callback: (error) => resolve(error?.message ?? "a message") });
    connection.flush().then(() => resolve("subscribed"), reject);
  });
const eventOf = (service: string) => `offergraph.${service}.thing.happened.v1`;
const withoutFilter = { ack_policy: AckPolicy.Explicit };

describe("a stranger", () => {
  const servers = () => natsOptions(nats.url).servers as string[];
  it.each([
    ["without a credential", {}],
    ["with a wrong password", { user: "forms", pass: "guessed" }],
    ["with a user that does not exist", { user: "stranger", pass: "guessed" }],
    ["with a token", { token: "guessed" }],
  ])("%s is refused", async (_how, credential) => {
    await expect(connect({ servers: servers(), reconnect: false, ...credential })).rejects.toThrow(/Authorization Violation/);
  });

  it("of another system account reads no password", async () => {
    for (const file of ["secret", "nats.conf"]) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    const secret = (await readFile(join(folder, "secret"), "utf8")).trim();
    expect(await readFile(join(folder, "nats.conf"), "utf8")).not.toContain(secret);
  });
});

it("the administrator deletes consumers of earlier versions, once, and no others", async () => {
  const connection = await connectAs("admin");
  const { consumers } = await managerOf(connection);
  const [stream, retired, used] = [streamOf("workspace"), durableOf("forms", "keep-time-zone"), durableOf("forms", "keep-workspace")];
  for (const durable_name of [retired, used]) await consumers.add(stream, { durable_name, ...withoutFilter });
  for (let runs = 0; runs < 2; runs += 1) await makeStreams(nats.url);
  await expect(consumers.info(stream, retired)).rejects.toThrow(/not found/);
  expect((await consumers.info(stream, used)).name).toBe(used);
});

describe.each(eventServices)("%s", (service) => {
  const own = consumersOf(service);
  const consumed = new Set(Object.values(own).map(streamOf));
  const others = eventServices.filter((other) => other !== service);
  let connection: NatsConnection;
  beforeAll(async () => {
    connection = await connectAs(service);
  });

  it("publishes its own events and dead letters, and no others", async () => {
    const js = jetstream(connection);
    expect((await js.publish(eventOf(service), "{}")).stream).toBe(streamOf(service));
    expect((await js.publish(deadLetterSubject(service, "taker"), "{}")).stream).toBe(deadLetterStream);
    for (const other of others) {
      await refused(js.publish(eventOf(other), "{}"), `an event of ${other}`);
      await refused(js.publish(deadLetterSubject(other, "taker"), "{}"), `a dead letter of ${other}`);
      await refused(connection.request(`offergraph_notify.${other}`, ""), `poke ${other}`);
      await refused(connection.request(`_INBOX_${other}.a`, "a forged reply"), `a reply to ${other}`);
      await refused(connection.request(`_REPLY_${service}.a`, "a forged reply"), "a reply to itself");
    }
    await refused(connection.request("offergraph_references.", ""), "a question to nobody");
  });

  it("writes its own keys of the schema registry, and neither reads nor deletes others", async () => {
    const js = jetstream(connection);
    for (const bucket of [registryBucket, schemaBucket]) {
      await js.publish(subjectOfKey(bucket, `${service}.${randomUUID()}`), "{}");
      for (const other of others) await refused(js.publish(subjectOfKey(bucket, `${other}.one`), "{}"), `a key of ${other}`);
      const rollup = headers();
      rollup.set("Nats-Rollup", "all");
      await expect(js.publish(subjectOfKey(bucket, `${service}.one`), "", { headers: rollup })).rejects.toThrow(/rollup/);
      await refused(connection.request(`$JS.API.STREAM.MSG.GET.${streamOfBucket(bucket)}`, '{"seq":1}'), "read the registry");
      expect(await subscribed(connection, subjectOfKey(bucket, ">"))).toMatch(/Permissions Violation/);
    }
  });

  it("subscribes to its own questions and replies, and to nothing else", async () => {
    for (const subject of [`_INBOX_${service}.a`, `offergraph_references.${service}.partner`, `offergraph_notify.${service}`])
      expect(await subscribed(connection, subject)).toBe("subscribed");
    const foreign = others.flatMap((other) => [
      `_INBOX_${other}.>`,
      `_REPLY_${other}.*`,
      `offergraph.${other}.>`,
      `offergraph_references.${other}.*`,
      `offergraph_notify.${other}`,
    ]);
    for (const subject of [">", "_INBOX.>", "offergraph.>", "offergraph.dead_letters.>", "$JS.>", "$SYS.>", ...foreign])
      expect(await subscribed(connection, subject), subject).toMatch(/Permissions Violation/);
  });

  it("changes, empties and deletes no stream, not even its own", async () => {
    const { streams } = await managerOf(connection);
    for (const name of allStreams) {
      await refused(streams.delete(name), `delete ${name}`);
      await refused(streams.purge(name), `purge ${name}`);
      await refused(streams.deleteMessage(name, 1), `delete a message of ${name}`);
      await refused(connection.request(`$JS.API.STREAM.UPDATE.${name}`, "{}"), `update ${name}`);
    }
    await refused(streams.add({ name: "copy", sources: [{ name: streamOf("forms") }] }), "a copy of a stream");
  });

  it("uses streams with the settings of a different version, which only the administrator changes", async () => {
    const { streams } = await managerOf(await connectAs("admin"));
    const used = [streamOf(service), deadLetterStream];
    const windows = () => Promise.all(used.map(async (name) => (await streams.info(name)).config.duplicate_window));
    for (const name of used) await streams.update(name, { duplicate_window: nanos(3 * 3_600_000) });
    await ensureStream(connection, service);
    await ensureDeadLetterStream(connection);
    expect(await windows()).toEqual([nanos(3 * 3_600_000), nanos(3 * 3_600_000)]);
    await makeStreams(nats.url);
    expect(await windows()).toEqual([nanos(600_000), nanos(2 * 3_600_000)]);
  });

  it("reads the streams that it consumes, and no others", async () => {
    const { streams } = await managerOf(connection);
    for (const name of allStreams) {
      if (consumed.has(name)) await streams.getMessage(name, { seq: 1 });
      else await refused(streams.getMessage(name, { seq: 1 }), `read ${name}`);
      await refused(connection.request(`$JS.API.DIRECT.GET.${name}`, '{"seq":1}'), `read ${name} directly`);
    }
  });

  it("makes and reads its own consumers", async () => {
    const { consumers } = await managerOf(connection);
    for (const [name, producer] of Object.entries(own)) {
      const durable = durableOf(service, name);
      for (const filter_subject of [`offergraph.${producer}.>`, eventOf(producer)])
        await consumers.add(streamOf(producer), { durable_name: durable, filter_subject, ...withoutFilter });
      const messages = await (await jetstream(connection).consumers.get(streamOf(producer), durable)).fetch({
        max_messages: 1,
        expires: 1_000,
      });
      for await (const message of messages) expect(await message.ackAck()).toBe(true);
      await refused(consumers.delete(streamOf(producer), durable), "delete a consumer");
    }
  });

  it("makes no other consumers, and touches none of others", async () => {
    const { consumers } = await managerOf(connection);
    for (const stream of allStreams) {
      await refused(consumers.add(stream, { durable_name: "mine", ...withoutFilter }), `a consumer of ${stream}`);
      await refused(consumers.add(stream, withoutFilter), `a passing consumer of ${stream}`);
      await refused(connection.request(`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`, "{}"), `an old consumer of ${stream}`);
      if (consumed.has(stream)) continue;
      const [first = ""] = Object.keys(own);
      await refused(consumers.add(stream, { durable_name: durableOf(service, first), ...withoutFilter }), `its consumer of ${stream}`);
    }
    for (const other of others)
      for (const [name, producer] of Object.entries(consumersOf(other))) {
        const place = `${streamOf(producer)}.${durableOf(other, name)}`;
        for (const what of ["INFO", "DELETE", "MSG.NEXT", "CREATE"])
          await refused(connection.request(`$JS.API.CONSUMER.${what}.${place}`, "{}"), `${what} ${place}`);
        await refused(connection.request(`$JS.ACK.${place}.1.1.1.1.0`, "+ACK"), `acknowledge for ${place}`);
      }
  });

  it("cannot give itself a right by sending itself a message with a foreign subject for replies", async () => {
    const { streams } = await managerOf(await connectAs("admin"));
    const [other = ""] = others;
    const before = (await streams.info(streamOf(other))).state.last_seq;
    await new Promise<void>((resolve, reject) => {
      connection.subscribe(`offergraph_notify.${service}`, {
        max: 1,
        callback: (error, message) => {
          if (error) return reject(error);
          message.respond("forged");
          resolve();
        },
      });
      connection.publish(`offergraph_notify.${service}`, "", { reply: eventOf(other) });
    });
    await connection.flush();
    expect((await streams.info(streamOf(other))).state.last_seq).toBe(before);
  });

  it.each(["STREAM.DELETE", "STREAM.PURGE"])("cannot have the server ask itself for %s by its reply", async (what) => {
    const { streams } = await managerOf(await connectAs("admin"));
    await jetstream(await connectAs("admin")).publish(eventOf("forms"), "{}");
    const reply = `$JS.API.${what}.${streamOf("forms")}`;
    connection.publish(`$JS.API.STREAM.INFO.${streamOf(service)}`, "", { reply });
    await connection.flush();
    expect((await connection.request(`$JS.API.STREAM.INFO.${streamOf(service)}`)).json()).toHaveProperty("config");
    expect((await streams.info(streamOf("forms"))).state.messages).toBeGreaterThan(0);
  });

  it("cannot have the server make another consumer under the name of its own", async () => {
    const [[name, producer] = ["", ""]] = Object.entries(own);
    const body = (durable_name: string, stream_name: string) => JSON.stringify({ stream_name, config: { durable_name, ...withoutFilter } });
    const at = `$JS.API.CONSUMER.CREATE.${streamOf(producer)}.${durableOf(service, name)}`;
    const foreign = allStreams.find((stream) => !consumed.has(stream)) ?? "";
    for (const text of [body("another", streamOf(producer)), body(durableOf(service, name), foreign)])
      expect((await connection.request(at, text)).json()).toMatchObject({ error: { code: 400 } });
  });
});

it("lets the gateway read the schema registry, and nothing else", async () => {
  const connection = await connectAs(natsGateway);
  const stream = streamOfBucket(registryBucket);
  const { streams } = await managerOf(connection);
  for (const bucket of [registryBucket, schemaBucket])
    expect(await subscribed(connection, subjectOfKey(bucket, ">")), bucket).toBe("subscribed");
  expect((await streams.info(stream)).config.name).toBe(stream);
  expect((await streams.getMessage(stream, { last_by_subj: subjectOfKey(registryBucket, "forms.*") }))?.string()).toBe("{}");
  for (const bucket of [registryBucket, schemaBucket])
    await refused(jetstream(connection).publish(subjectOfKey(bucket, "forms.one"), "{}"), `write ${bucket}`);
  await refused(jetstream(connection).publish(eventOf("forms"), "{}"), "an event");
  await refused(connection.request(`$JS.API.CONSUMER.CREATE.${stream}`, "{}"), "a consumer");
  await refused(streams.purge(stream), "purge the registry");
  for (const name of allStreams) await refused(streams.getMessage(name, { seq: 1 }), `read ${name}`);
  for (const subject of [">", "offergraph.>", "_INBOX_forms.>"])
    expect(await subscribed(connection, subject), subject).toMatch(/Permissions Violation/);
});

it("lets services ask each other for records, and answer", async () => {
  const signingKey = "a signing key that is long enough for it";
  const linkOf = (user: string) => connectNats({ url: nats.urlOf(user), name: "test", log });
  const [asking, owning] = [linkOf("forms"), linkOf("discounts")];
  const ann = { rowId: randomUUID(), name: "Ann", handle: null };
  const answering = startReplicaResponder({ nats: owning, service: "discounts", signingKey, log, answers: { partner: async () => [ann] } });
  const ask = recordRequester({ nats: asking, signingKey, timeoutMs: 5_000 });
  const question = { service: "discounts", kind: "partner", workspaceId: randomUUID(), wanted: { name: "Ann" } } as const;
  try {
    expect(await vi.waitFor(() => ask(question), polling)).toEqual([ann]);
  } finally {
    await answering.stop();
    await Promise.all([asking.close(), owning.close()]);
  }
});

it("lets the administrator do everything", async () => {
  const admin = await connectAs("admin");
  const { streams } = await managerOf(admin);
  for (const name of allStreams) expect((await streams.info(name)).config.name).toBe(name);
  expect((await jetstream(admin).publish(eventOf("forms"), "{}")).stream).toBe(streamOf("forms"));
});
