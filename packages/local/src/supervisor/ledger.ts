import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { identify, type ProcessIdentity } from "./identity.js";
import { writePrivately } from "./write-file.js";

const entrySchema = z.object({ name: z.string(), pid: z.int().positive(), started: z.string().optional() });

/** A process of ours, by the name of what it runs. */
export interface LedgerEntry extends ProcessIdentity {
  name: string;
}

/**
 * The list of processes that a run has started, kept on disk at every change, so that after a SIGKILL the next run knows which
 * processes are its to end. Synchronous on purpose: a process is in the book before anything else happens.
 */
export class Ledger {
  readonly #file: string;
  readonly #entries = new Map<number, LedgerEntry>();

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, "processes.json");
  }

  /** What the last run left behind, in the order it was started; empty when it ended properly. */
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

  /** Everything has ended: nothing is left to remember. */
  close(): void {
    rmSync(this.#file, { force: true });
  }

  #save(): void {
    writePrivately(this.#file, JSON.stringify([...this.#entries.values()], null, 2));
  }
}
