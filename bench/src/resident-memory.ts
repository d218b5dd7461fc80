import { readFile } from "node:fs/promises";

/** Returns the resident memory of a process in bytes, or 0 if the process has ended. */
export async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
