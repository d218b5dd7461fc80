import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { becomes } from "../processes.js";
import { identify, type ProcessIdentity, signal, stillRuns } from "./identity.js";
import { writePrivately } from "./private-files.js";

const entrySchema = z.object({ name: z.string(), pid: z.int().positive(), started: z.string().optional() });

export interface RegisteredProcess extends ProcessIdentity {
  name: string;
}

/**
 * Stores a list of the started processes. If the supervisor is killed, the next `npm start` ends the listed processes that are still
 * running. Writes synchronously, because the supervisor can be killed at any time.
 */
export class ProcessRegistry {
  readonly #file: string;
  readonly #entries = new Map<number, RegisteredProcess>();

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, "processes.json");
  }

  /** Returns the processes of the last run in start order. After a graceful stop, returns an empty list. */
  leftBehind(): RegisteredProcess[] {
    try {
      return z.array(entrySchema).parse(JSON.parse(readFileSync(this.#file, "utf8")));
    } catch {
      return [];
    }
  }

  add(name: string, pid: number): void {
    this.#entries.set(pid, { name, ...identify(pid) });
    this.#save();
  }

  remove(pid: number): void {
    if (this.#entries.delete(pid)) this.#save();
  }

  close(): void {
    rmSync(this.#file, { force: true });
  }

  #save(): void {
    writePrivately(this.#file, JSON.stringify([...this.#entries.values()], null, 2));
  }
}

const steps = { SIGTERM: 8_000, SIGKILL: 4_000 };

/**
 * Ends the apps that survived an earlier run, and returns their names. `startPostgres` and `startNats` stop the servers of an earlier run.
 */
export async function endOrphans(leftBehind: readonly RegisteredProcess[]): Promise<string[]> {
  const orphans = leftBehind.filter(stillRuns);
  for (const [name, milliseconds] of Object.entries(steps)) {
    for (const orphan of orphans) signal(orphan, name as keyof typeof steps);
    if (await becomes(() => !orphans.some(stillRuns), milliseconds)) return orphans.map((orphan) => orphan.name);
  }
  const stubborn = orphans.filter(stillRuns).map(({ name, pid }) => `${name} (${pid})`);
  throw new Error(`Cannot stop processes of an earlier run: ${stubborn.join(", ")}. Kill these processes and start again.`);
}
