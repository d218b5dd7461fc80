import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./private-files.js";

const systemSchema = z.object({
  baseUrl: z.string(),
  workspaceId: z.string(),
  secretKey: z.string(),
  publishableKey: z.string(),
  /**
   * Process ids by process name, for example `incentives`, `incentives-2` (the second replica), `sandbox-store`, `nats` or `postgres`.
   * Contains only processes of `npm start`.
   */
  pids: z.record(z.string(), z.number()),
  urls: z.record(z.string(), z.string()),
  metricsUrls: z.record(z.string(), z.string()),
  databaseUrls: z.record(z.string(), z.string()),
  /** The address of NATS. Contains the administrator's credentials if `npm start` has started the NATS server. */
  natsUrl: z.string(),
  sandboxStoreUrl: z.string(),
  /** Undefined without `npm start -- --observe`. */
  prometheusUrl: z.string().optional(),
  /** The state of the demo data. `npm start` loads the demo data after the system has started. */
  demo: z.enum(["empty", "filling", "filled", "failed"]),
  outboundAllowPrivate: z.enum(["0", "1"]),
});

/** The content of DATA_DIR/offergraph.json, which describes the running system to other commands. */
export type SystemDescription = z.infer<typeof systemSchema>;

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "offergraph.json");

/** Returns the description of the system that runs in a data directory. Returns undefined if the file is missing or invalid. */
export function readSystem(dataDirectory: string): SystemDescription | undefined {
  try {
    return systemSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes the file with mode 0600, because it contains keys. */
export function writeSystem(dataDirectory: string, system: SystemDescription): void {
  writePrivately(fileIn(dataDirectory), `${JSON.stringify(system, null, 2)}\n`);
}

/** Removes DATA_DIR/offergraph.json. */
export function removeSystem(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true });
}
