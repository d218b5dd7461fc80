import type { Api } from "../api.js";
import type { Settings } from "../settings.js";
import { ownQuery } from "./own-query.js";
import { type Read, readsOf } from "./reads.js";
import { notesOf, readRecords } from "./records.js";
import type { Workload } from "./workload.js";
import { Writes } from "./writes.js";

/**
 * Order of the operations in the workload `mixed`: 10 gets, 6 lists, 2 joins and 2 MCP calls. With writes, one get is replaced by a write.
 */
const mix = ["get", "list", "get", "join", "get", "list", "get", "mcp", "get", "list"] as const;
const writeEvery = 20;

export interface PreparedWorkload {
  workload: Workload;
  /** Absent if the workload creates no records. */
  writes?: Writes;
}

/** Reads ids from the workspace and returns the workload that the settings select. */
export async function createWorkload(
  { workload: name, queryFile, variablesFile, allowWrites }: Settings,
  api: Api,
): Promise<PreparedWorkload> {
  if (queryFile !== undefined) return { workload: await ownQuery(queryFile, variablesFile) };
  if (name === "write") {
    const writes = new Writes();
    return { workload: { next: () => writes.next(), notes: [] }, writes };
  }
  const records = await readRecords(api);
  const notes = notesOf(name, records);
  const reads: Record<string, Read> = readsOf(records);
  if (name !== "mixed") return { workload: { next: counted(readOf(reads, name)), notes } };
  const writes = allowWrites ? new Writes() : undefined;
  const next = counted((index) => {
    if (writes && index % writeEvery === 0) return writes.next();
    return readOf(reads, mix[index % mix.length] ?? "get")(index);
  });
  return { workload: { next, notes }, ...(writes && { writes }) };
}

function counted(read: Read) {
  let index = 0;
  return () => read(index++);
}

function readOf(reads: Record<string, Read>, name: string): Read {
  const read = reads[name];
  if (!read) throw new Error(`Invariant violated: no workload ${name}.`);
  return read;
}
