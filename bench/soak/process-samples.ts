import { readdir } from "node:fs/promises";
import pg from "pg";
import { readResidentBytes } from "../src/resident-memory.js";
import { median } from "../src/statistics.js";

export interface ProcessSample {
  minutes: number;
  megabytes: number;
  handles: number;
}

export type Samples = Map<string, ProcessSample[]>;

/** Adds a sample of each process to `samples`: the resident memory, and the number of open files and sockets. */
export async function addSamples(samples: Samples, pids: Readonly<Record<string, number>>, minutes: number): Promise<void> {
  for (const [name, pid] of Object.entries(pids)) {
    const handles = (await readdir(`/proc/${pid}/fd`)).length;
    const sample = { minutes, megabytes: (await readResidentBytes(pid)) / 2 ** 20, handles };
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  }
}

/** Returns the slope of the least-squares line through the points, for example in megabytes per minute. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const square = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / square;
}

/** Returns the median of the last quarter of the values minus the median of the first quarter. */
export function growthOf(values: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return median(values.slice(-quarter)) - median(values.slice(0, quarter));
}

export async function countDatabaseConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>("SELECT sum(numbackends)::int AS count FROM pg_stat_database");
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
