import { readFileSync, readlinkSync } from "node:fs";

// Linux counts the processor time of each thread in hundredths of a second, whichever Node runs, and can be asked while the thread does not answer.
const tickMs = 10;

/** Number of the operating system's thread that calls; 0 where it cannot be had. */
export function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return 0;
  }
}

/** Milliseconds of processor time that a thread of this process has used; undefined where it cannot be had. */
export function cpuTimeOf(thread: number): number | undefined {
  if (thread === 0) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // The second field is the thread's name in parentheses, which may contain blanks; the 14th and 15th are the times in its own code and in the kernel.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time that the whole process has used. */
export const cpuTimeOfProcess = (): number => Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0);
