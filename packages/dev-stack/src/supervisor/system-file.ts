import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./private-files.js";

const systemSchema = z.object({
  baseUrl: z.string(),
  workspaceId: z.string(),
  secretKey: z.string(),
  publishableKey: z.string(),
  /** Process ids of apps (`incentives-2` for a replica), `sandbox-store`, `nats` and `postgres`, by name. External servers are absent. */
  pids: z.record(z.string(), z.number()),
  urls: z.record(z.string(), z.string()),
  metricsUrls: z.record(z.string(), z.string()),
  databaseUrls: z.record(z.string(), z.string()),
  /** NATS address, with the administrator's credentials if NATS is embedded. */
  natsUrl: z.string(),
  sandboxStoreUrl: z.string(),
  /** State of the demo data, which loads after startup. */
  demo: z.enum(["empty", "filling", "filled", "failed"]),
  outboundAllowPrivate: z.enum(["0", "1"]),
});

/** Content of DATA_DIR/offergraph.json, which describes the running system. */
export type SystemDescription = z.infer<typeof systemSchema>;

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "offergraph.json");

/** Returns the description of the system that uses a data directory; undefined without a valid system file. */
export function readSystem(dataDirectory: string): SystemDescription | undefined {
  try {
    return systemSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes the file with mode 0600, because the file contains keys. Called after startup and after each restart of a process. */
export function writeSystem(dataDirectory: string, system: SystemDescription): void {
  writePrivately(fileIn(dataDirectory), `${JSON.stringify(system, null, 2)}\n`);
}

/** Removes the file. Called when the system stops, because an existing file means that the system runs. */
export function removeSystem(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true });
}
