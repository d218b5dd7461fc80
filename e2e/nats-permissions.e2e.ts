import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/shared/events/connection";
import { durableOf } from "@offergraph/shared/events/permissions";
import { streamOf } from "@offergraph/shared/events/streams";
import { eventServices, topology } from "@offergraph/shared/events/topology";
import { polling } from "@offergraph/shared/testing/timeouts";
import { expect, it, vi } from "vitest";
import { readSystem } from "./src/workspace.js";

it("every service has created exactly its listed consumers, with its own credential", async () => {
  const connection = await connect(natsOptions((await readSystem()).natsUrl));
  try {
    const manager = await jetstreamManager(connection);
    const durables = async (service: string) => (await manager.consumers.list(streamOf(service)).next()).map(({ name }) => name).sort();
    for (const producer of eventServices) {
      const listed = Object.entries(topology).flatMap(([service, consumers]) =>
        Object.keys(consumers).flatMap((name) => (consumers[name] === producer ? [durableOf(service, name)] : [])),
      );
      await vi.waitFor(async () => expect(await durables(producer)).toEqual(listed.sort()), polling);
    }
  } finally {
    await connection.close();
  }
});

it("a connection without valid credentials is rejected", async () => {
  const { servers = [] } = natsOptions((await readSystem()).natsUrl);
  for (const credential of [{}, { user: "forms", pass: "forms" }])
    await expect(connect({ servers, reconnect: false, ...credential })).rejects.toThrow(/Authorization Violation/);
});
