import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./write-file.js";

const systemSchema = z.object({
  baseUrl: z.string(),
  workspaceId: z.string(),
  secretKey: z.string(),
  publishableKey: z.string(),
  /** By app (a replica is `incentives-2`), `sandbox-store`, `nats` and `postgres`; the servers only where they are the embedded ones. */
  pids: z.record(z.string(), z.number()),
  /** GraphQL address by subgraph. */
  urls: z.record(z.string(), z.string()),
  /** Where Prometheus reads the metrics of each app's process. */
  metricsUrls: z.record(z.string(), z.string()),
  databaseUrls: z.record(z.string(), z.string()),
  /** With the administrator's credential, where NATS is the embedded one. */
  natsUrl: z.string(),
  sandboxStoreUrl: z.string(),
  /** Whether the demo workspace has its data: it is filled while the system already answers. */
  demo: z.enum(["empty", "filling", "filled", "failed"]),
  /** Whether stores may be on private addresses ("1"): the admin CLI holds connections to the same as the apps. */
  outboundAllowPrivate: z.enum(["0", "1"]),
});

/** What DATA_DIR/offergraph.json says about the system that runs (decisions.md 7). */
export type SystemDescription = z.infer<typeof systemSchema>;

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "offergraph.json");

/** What runs on this data directory; undefined when nothing does. */
export function readSystem(dataDirectory: string): SystemDescription | undefined {
  try {
    return systemSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch {
    return undefined;
  }
}

/** Written when all is up, and again when a process was replaced. It holds keys: mode 0600. */
export function writeSystem(dataDirectory: string, system: SystemDescription): void {
  writePrivately(fileIn(dataDirectory), `${JSON.stringify(system, null, 2)}\n`);
}

/** Where the file is, something runs: so it goes when the system does. */
export function removeSystem(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true });
}
