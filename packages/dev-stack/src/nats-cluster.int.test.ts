import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connectNats } from "@offergraph/service/messaging/connection";
import { makeStreams, resetStreamsAt } from "@offergraph/service/messaging/make-streams";
import { streamOf } from "@offergraph/service/messaging/streams";
import { eventServices } from "@offergraph/service/messaging/topology";
import { createLogger } from "@offergraph/shared/log/logger";
import { afterEach, beforeEach, expect, it } from "vitest";
import { becomes } from "./processes.js";
import { type NatsCluster, natsCluster } from "./testing/nats-cluster.js";

const log = createLogger("test", "silent");
let cluster: NatsCluster;
beforeEach(async () => {
  cluster = await natsCluster(log);
});
afterEach(() => cluster.end());

it("stores each stream on three servers, and keeps events when a server dies", async () => {
  for (const name of cluster.names) cluster.start(name);
  await makeStreams(cluster.urlOf("admin"), { replicas: 3 });
  const admin = connectNats({ url: cluster.urlOf("admin"), name: "test", log });
  try {
    const { connection } = await admin.waitForConnection(AbortSignal.timeout(30_000));
    const { streams } = await jetstreamManager(connection);
    const isCopied = async () => {
      const found = await streams.list().next();
      return (
        found.length >= 6 &&
        found.every((stream) => stream.config.num_replicas === 3 && stream.cluster?.replicas?.every((one) => one.current))
      );
    };
    expect(await becomes(isCopied, 30_000)).toBe(true);
    const { seq } = await jetstream(connection).publish("offergraph.orders.order.created.v1", "kept");
    const info = await streams.info("offergraph_orders");
    await cluster.kill(info.cluster?.leader ?? "");
    const read = async () => {
      const session = await admin.waitForConnection(AbortSignal.timeout(30_000));
      const manager = await jetstreamManager(session.connection, { checkAPI: false });
      const message = await manager.streams.getMessage("offergraph_orders", { seq }).catch(() => undefined);
      return message?.string() === "kept";
    };
    expect(await becomes(read, 30_000)).toBe(true);
    const publish = async () => {
      const session = await admin.waitForConnection(AbortSignal.timeout(30_000));
      return await jetstream(session.connection)
        .publish("offergraph.orders.order.created.v1", "later")
        .then(
          () => true,
          () => false,
        );
    };
    expect(await becomes(publish, 30_000)).toBe(true);
  } finally {
    await admin.close();
  }
});

it("resets the streams as soon as a cluster has a quorum", async () => {
  const [first, ...others] = cluster.names;
  cluster.start(first);
  const admin = connectNats({ url: cluster.urlOf("admin"), name: "test", log });
  try {
    const { connection } = await admin.waitForConnection(AbortSignal.timeout(30_000));
    const requests = connection.subscribe("$JS.API.STREAM.DELETE.*");
    await connection.flush();
    const done = resetStreamsAt(cluster.urlOf("admin"), undefined, { replicas: 3 });
    const repeated = requests[Symbol.asyncIterator]();
    await Promise.race([repeated.next().then(() => repeated.next()), done]);
    for (const name of others) cluster.start(name);
    await done;
    const { streams } = await jetstreamManager(connection);
    const replicasOf = (name: string) =>
      streams.info(name).then(
        ({ config }) => config.num_replicas,
        () => 0,
      );
    for (const name of [...eventServices.map(streamOf), "offergraph_dead_letters", "KV_offergraph_registry"])
      expect(await becomes(async () => (await replicasOf(name)) === 3, 30_000), name).toBe(true);
  } finally {
    await admin.close();
  }
});
