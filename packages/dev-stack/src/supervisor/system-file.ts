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
   * Contains only processes that `npm start` has started.
   */
  pids: z.record(z.string(), z.number()),
  urls: z.record(z.string(), z.string()),
  metricsUrls: z.record(z.string(), z.string()),
  databaseUrls: z.record(z.string(), z.string()),
  /** The address of NATS. If `npm start` has started NATS, the address contains the credentials of the administrator. */
  natsUrl: z.string(),
  sandboxStoreUrl: z.string(),
  /** The state of the demo data. `npm start` loads the demo data after the system has started. */
  demo: z.enum(["empty", "filling", "filled", "failed"]),
  outboundAllowPrivate: z.enum(["0", "1"]),
});

/** The content of DATA_DIR/offergraph.json. This file describes the running system to other commands. */
export type SystemDescription = z.infer<typeof systemSchema>;

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "offergraph.json");

/** Returns the description of the system that uses a data directory, or undefined if the file of the description is missing or invalid. */
export function readSystem(dataDirectory: string): SystemDescription | undefined {
  try {
    return systemSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch {
    return undefined;
  }
}

/**
 * Writes the file with mode 0600, because the file contains keys. `writeSystem` is called after startup and after each change, for example
 * after the restart of a process.
 */
export function writeSystem(dataDirectory: string, system: SystemDescription): void {
  writePrivately(fileIn(dataDirectory), `${JSON.stringify(system, null, 2)}\n`);
}

/**
 * Removes DATA_DIR/offergraph.json when the system starts and when the system stops, so that the file never describes a system that has
 * stopped gracefully.
 */
export function removeSystem(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true });
}
