import { becomes } from "../processes.js";
import { signal, stillRuns } from "./identity.js";
import type { LedgerEntry } from "./ledger.js";

const steps = [
  ["SIGTERM", 8_000],
  ["SIGKILL", 4_000],
] as const;

/**
 * Ends the apps that a killed run left behind; what is not provably the same process is not touched.
 * (PostgreSQL and NATS end their own orphans.) Gives the names of those that still ran.
 */
export async function endOrphans(leftBehind: readonly LedgerEntry[]): Promise<string[]> {
  const orphans = leftBehind.filter(stillRuns);
  for (const [name, milliseconds] of steps) {
    for (const orphan of orphans) signal(orphan, name);
    if (await becomes(() => !orphans.some(stillRuns), milliseconds)) return orphans.map((orphan) => orphan.name);
  }
  const stubborn = orphans.filter(stillRuns).map(({ name, pid }) => `${name} (${pid})`);
  throw new Error(`Processes of an earlier run do not end: ${stubborn.join(", ")}.`);
}
