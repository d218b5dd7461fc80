import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Processor time in seconds by process name. */
export type ProcessorTime = Record<string, number>;

interface ProcessStat {
  parent: number;
  own: number;
  /** Processor time of child processes that have exited. */
  endedChildren: number;
}

/** Number of Linux clock ticks per second. USER_HZ is 100 on every platform that Node.js supports. */
const ticksPerSecond = 100;

/** Returns the processor time of each process. PostgreSQL's time includes running and exited server processes. */
export async function readProcessorTime(pids: Readonly<Record<string, number>>): Promise<ProcessorTime> {
  const stats = new Map<number, ProcessStat>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readStat(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  return Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => {
      const children = name === "postgres" ? [...stats.values()].filter(({ parent }) => parent === pid) : [];
      const main = stats.get(pid);
      const ticks = (main?.own ?? 0) + (main?.endedChildren ?? 0) + children.reduce((sum, { own }) => sum + own, 0);
      return [name, ticks / ticksPerSecond];
    }),
  );
}

async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The second field of /proc/<pid>/stat is the command's name in parentheses. The command's name may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const numberAt = (position: number) => Number(fields[position - 3]);
  return { parent: numberAt(4), own: numberAt(14) + numberAt(15), endedChildren: numberAt(16) + numberAt(17) };
}

export function differenceOf(after: ProcessorTime, before: ProcessorTime): ProcessorTime {
  return Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]));
}

export const totalOf = (time: ProcessorTime): number => Object.values(time).reduce((sum, seconds) => sum + seconds, 0);

/** Measures the processor time per second of an idle system. */
export async function measureIdleRate(pids: Readonly<Record<string, number>>, seconds: number): Promise<ProcessorTime> {
  const before = await readProcessorTime(pids);
  const started = performance.now();
  await sleep(seconds * 1_000);
  const elapsed = (performance.now() - started) / 1_000;
  const used = differenceOf(await readProcessorTime(pids), before);
  return Object.fromEntries(Object.entries(used).map(([name, time]) => [name, time / elapsed]));
}

const windows = 4;

/** Returns the smallest rate of each process in several windows, because a window may contain occasional work such as a vacuum. */
export async function measureQuietRate(pids: Readonly<Record<string, number>>, seconds: number): Promise<ProcessorTime> {
  const rates: ProcessorTime[] = [];
  for (let window = 0; window < windows; window += 1) rates.push(await measureIdleRate(pids, seconds));
  return Object.fromEntries(Object.keys(pids).map((name) => [name, Math.min(...rates.map((rate) => rate[name] ?? 0))]));
}
