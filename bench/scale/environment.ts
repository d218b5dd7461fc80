import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

/** Describes the machine and the commit of a result. */
export function environment() {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /** Average number of running processes in the last minute. Processes wait if the number exceeds `cores`. */
    load: loadavg()[0],
    commit: execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim(),
    date: new Date().toISOString().slice(0, 16),
  };
}
