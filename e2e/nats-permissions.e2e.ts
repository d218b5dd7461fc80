import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { natsOptions } from "@offergraph/service/messaging/connection";
import { durableOf } from "@offergraph/service/messaging/permissions";
import { streamOf } from "@offergraph/service/messaging/streams";
import { eventServices, readConsumers } from "@offergraph/service/messaging/topology";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, it, vi } from "vitest";
import { readSystem } from "./src/workspace.js";

it("every service creates exactly its listed consumers with its own credentials", async () => {
  const connection = await connect(natsOptions((await readSystem()).natsUrl));
  try {
    const manager = await jetstreamManager(connection);
    const durables = async (service: string) => (await manager.consumers.list(streamOf(service)).next()).map(({ name }) => name).sort();
    for (const producer of eventServices) {
      const listed = eventServices.flatMap((service) =>
        Object.entries(readConsumers(new URL(`../apps/${service}/`, import.meta.url))).flatMap(([name, from]) =>
          from === producer ? [durableOf(service, name)] : [],
        ),
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
