import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process by id and start time, because the system reuses ids. */
export interface ProcessIdentity {
  pid: number;
  started?: string;
}

/**
 * Reads the start time of a process in clock ticks from the text of /proc/<pid>/stat. Returns undefined for a zombie or an invalid text.
 */
export function startTicks(stat: string): string | undefined {
  // The second field of /proc/<pid>/stat is the program's name in parentheses. The program's name may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  // A zombie is an exited process that its parent has not reaped.
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

export function identify(pid: number): ProcessIdentity {
  const time = started(pid);
  return time === undefined ? { pid } : { pid, started: time };
}

/** True if the process is still running. */
export function stillRuns(identity: ProcessIdentity): boolean {
  return identity.started !== undefined && started(identity.pid) === identity.started;
}

/** Sends no signal if the process has exited or its id is reused. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!stillRuns(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
