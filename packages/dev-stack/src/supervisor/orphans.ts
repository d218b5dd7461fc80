import { becomes } from "../processes.js";
import { signal, stillRuns } from "./identity.js";
import type { LedgerEntry } from "./ledger.js";

const steps = [
  ["SIGTERM", 8_000],
  ["SIGKILL", 4_000],
] as const;

/** Ends orphaned apps of a killed run if id and start time match; returns their names. Servers end their own orphans. */
export async function endOrphans(leftBehind: readonly LedgerEntry[]): Promise<string[]> {
  const orphans = leftBehind.filter(stillRuns);
  for (const [name, milliseconds] of steps) {
    for (const orphan of orphans) signal(orphan, name);
    if (await becomes(() => !orphans.some(stillRuns), milliseconds)) return orphans.map((orphan) => orphan.name);
  }
  const stubborn = orphans.filter(stillRuns).map(({ name, pid }) => `${name} (${pid})`);
  throw new Error(`Processes of an earlier run do not exit: ${stubborn.join(", ")}. Kill them and start again.`);
}
