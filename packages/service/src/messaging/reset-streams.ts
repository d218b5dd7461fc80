import type { NatsConnection } from "@nats-io/transport-node";
import { durableOf } from "./permissions.js";
import { ensureStreams, isWithoutStream, managerOf, streamOf } from "./streams.js";
import { eventServices } from "./topology.js";

/**
 * Deletes and creates the streams of the services, and deletes the consumers of the services on other streams. The services then publish the
 * events again that their databases still have, and their consumers read all streams from the beginning. Needs the NATS administrator's
 * credentials.
 */
export async function resetStreams(connection: NatsConnection, services: readonly string[], all = eventServices): Promise<void> {
  const { streams, consumers } = await managerOf(connection);
  for (const service of services)
    await streams.delete(streamOf(service)).catch((error: unknown) => {
      if (!isWithoutStream(error)) throw error;
    });
  await ensureStreams(connection, all);
  for (const producer of all.filter((one) => !services.includes(one))) {
    const names: string[] = [];
    for await (const { name } of consumers.list(streamOf(producer))) names.push(name);
    for (const name of names)
      if (services.some((service) => name.startsWith(durableOf(service, "")))) await consumers.delete(streamOf(producer), name);
  }
}
