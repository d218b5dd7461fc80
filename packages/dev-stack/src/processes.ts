import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { execa } from "execa";

/** True if a process with this id is running. False for a zombie process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return !existsSync("/proc/self");
  }
}

/** Waits until the condition is true. Returns false after `milliseconds`. */
export async function becomes(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await wait(15);
  }
  return true;
}

/** The signals to send, in order. Each value is the timeout in milliseconds before the next signal. */
export type StopSteps = Partial<Record<NodeJS.Signals, number>>;

const list = (steps: StopSteps) => Object.entries(steps) as [NodeJS.Signals, number][];

/** Ends a process. Sends the next signal if the process has not exited in time. */
export async function endProcess(pid: number, steps: StopSteps): Promise<void> {
  for (const [signal, milliseconds] of list(steps)) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await becomes(() => !isAlive(pid), milliseconds)) return;
  }
}

/** Ends a child process. Sends the next signal if the child has not exited in time. */
export async function endChild(child: ChildProcess, steps: StopSteps): Promise<void> {
  child.ref();
  for (const [signal, milliseconds] of list(steps)) {
    if (hasEnded(child)) return;
    child.kill(signal);
    if (await becomes(() => hasEnded(child), milliseconds)) return;
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Returns the command line of a running process, or undefined. */
export async function commandLine(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (text !== undefined) return text.replaceAll("\0", " ").trim();
  const { stdout, exitCode } = await execa("ps", ["-p", String(pid), "-o", "command="], { reject: false });
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** Returns the ids of the processes in the working directory `folder`. Returns an empty list on systems other than Linux. */
export async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (cwd === folder) found.push(Number(name));
  }
  return found;
}
