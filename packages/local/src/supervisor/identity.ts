import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that cannot be mistaken for another one that got the same number later. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, as the system counts; absent where the system could not say. */
  started?: string;
}

/** The field of /proc/<pid>/stat that says in clock ticks when a process started; undefined for what is no such line. */
export function startTicks(stat: string): string | undefined {
  // The second field is the program's name in parentheses and may itself hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  // A zombie has ended: it only waits for its parent.
  return state === "Z" || state === "X" ? undefined : fields[19];
}

function startedOnLinux(pid: number): string | undefined {
  const ticks = startTicks(readFileSync(`/proc/${pid}/stat`, "utf8"));
  return ticks && `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
}

function started(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startedOnLinux(pid);
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: { LC_ALL: "C" } }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The identity of a process that runs now. */
export function identify(pid: number): ProcessIdentity {
  const time = started(pid);
  return time === undefined ? { pid } : { pid, started: time };
}

/** Whether that very process still runs: the number alone proves nothing. */
export function stillRuns(identity: ProcessIdentity): boolean {
  return identity.started !== undefined && started(identity.pid) === identity.started;
}

/** Sends a signal unless the process is gone or its number belongs to another one by now. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!stillRuns(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
