import { readFileSync } from "node:fs";
import { z } from "zod";

/** The services that publish and consume events. Each service has a separate stream. */
export const eventServices: readonly string[] = ["discounts", "forms", "incentives", "orders", "workspace"];

/** Maps the name of each NATS consumer to the service whose events it receives. */
export type ConsumerList = Readonly<Record<string, string>>;

const packageJson = z.object({ offergraph: z.object({ consumers: z.record(z.string(), z.string()).default({}) }).prefault({}) });

/** Reads `offergraph.consumers` of an app's package.json. NATS rejects all other consumers of the service (permissions.ts). */
export function readConsumers(appDirectory: URL): ConsumerList {
  return packageJson.parse(JSON.parse(readFileSync(new URL("package.json", appDirectory), "utf8"))).offergraph.consumers;
}

/** Throws an Error if a consumer is not listed with its producer. NATS would reject the consumer in production. */
export function assertListed(service: string, listed: ConsumerList, { name, producer }: { name: string; producer: string }): void {
  if (listed[name] !== producer)
    throw new Error(
      `Consumer ${service}/${name} for events of ${producer} is not listed in apps/${service}/package.json. Add "${name}": "${producer}" to offergraph.consumers and run "npm run codegen".`,
    );
}
