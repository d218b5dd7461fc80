import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { identify, type ProcessIdentity } from "./identity.js";
import { writePrivately } from "./write-file.js";

const entrySchema = z.object({ name: z.string(), pid: z.int().positive(), started: z.string().optional() });

export interface LedgerEntry extends ProcessIdentity {
  name: string;
}

/** Registry of started processes for the next run to end orphans. Synchronous: a process is recorded before anything else happens. */
export class Ledger {
  readonly #file: string;
  readonly #entries = new Map<number, LedgerEntry>();

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, "processes.json");
  }

  /** Processes of the last run in start order; empty if it stopped gracefully. */
  leftBehind(): LedgerEntry[] {
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
