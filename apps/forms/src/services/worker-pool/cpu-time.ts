import { readFileSync, readlinkSync } from "node:fs";

// Linux reports CPU time per thread in hundredths of a second, even for a blocked thread.
const tickMs = 10;

/** OS id of the calling thread; 0 if unavailable. */
export function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return 0;
  }
}

/** CPU time of a thread of this process in milliseconds; undefined if unavailable. */
export function cpuTimeOf(thread: number): number | undefined {
  if (thread === 0) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // Field 2 is the thread's name in parentheses and may contain spaces; fields 14 and 15 are user and kernel time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

/** CPU time of the whole process in milliseconds. */
export const cpuTimeOfProcess = (): number => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);
