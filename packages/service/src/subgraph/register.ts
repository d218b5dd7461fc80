import { readFileSync } from "node:fs";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { z } from "zod";
import type { NatsClient } from "../messaging/connection.js";
import { type Registration, startRegistration } from "../registry/registration.js";
import type { Subgraph } from "./server.js";

interface Deps {
  settings: { SERVICE_URL?: string | undefined; SERVICE_VERSION?: string | undefined; GATEWAY_SIGNING_KEY: string };
  nats: NatsClient;
  log: Logger;
  clock: Clock;
}

/** Registers a running subgraph in the schema registry. Returns undefined if SERVICE_URL is not set. */
export function register(
  { name, directory }: { name: string; directory: URL },
  { settings, nats, log, clock }: Deps,
  sdl: string,
  { port, manifest }: Pick<Subgraph, "port" | "manifest">,
): Registration | undefined {
  if (!settings.SERVICE_URL) return undefined;
  const replica = {
    service: name,
    instance: newId(),
    version: settings.SERVICE_VERSION ?? packageVersion(directory),
    url: reachableUrl(settings.SERVICE_URL, port),
    registeredAt: clock.now().toISOString(),
  };
  return startRegistration({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, replica, sdl, manifest, log });
}

// Time for the gateways to receive the message that this process has left the registry.
const noticeMs = 200;
// Maximum wait for the gateways to close their connections. Gateways that do not use the registry keep their connections open.
const maxDrainMs = 3_000;

/** Leaves the registry, and waits until the gateways have closed their connections. */
export async function leaveRegistry(registration: Registration, subgraph: Pick<Subgraph, "waitUntilUnused">): Promise<void> {
  await registration.stop();
  await new Promise((resolve) => setTimeout(resolve, noticeMs));
  await subgraph.waitUntilUnused(maxDrainMs);
}

function packageVersion(directory: URL): string {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL("package.json", directory), "utf8")));
  return version;
}

/** The port 0 stands for the port on which the process listens. */
function reachableUrl(given: string, port: number): string {
  const url = new URL(given);
  if (url.port === "0") url.port = String(port);
  return url.href;
}
