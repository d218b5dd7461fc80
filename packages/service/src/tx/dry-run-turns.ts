import { PublicError } from "@offergraph/shared/errors/public-error";
import { Semaphore, withTimeout } from "async-mutex";
import { KeyedMutex } from "../mutations/keyed-mutex.js";

// A dry run holds a database connection and locks until its response is complete.
const maxAtOnce = 2;
const maxWaitMs = 10_000;

/**
 * Limits the dry runs of a process to two at once, and to one of each workspace, so that other requests always get a connection. Further
 * dry runs wait up to `waitMs` for their turn, and then fail with PublicError `dry_run_limit`.
 */
export class DryRunTurns {
  readonly #workspaces = new KeyedMutex();
  readonly #slots;

  constructor(private readonly waitMs = maxWaitMs) {
    this.#slots = withTimeout(new Semaphore(maxAtOnce), waitMs, noTurn());
  }

  run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    return this.#workspaces.runExclusive(workspaceId, this.waitMs, noTurn, () => this.#slots.runExclusive(work));
  }
}

function noTurn(): PublicError {
  return new PublicError("dry_run_limit", "Too many dry runs are running. Nothing was changed. Repeat the request after a moment.");
}
