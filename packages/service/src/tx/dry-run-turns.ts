import { PublicError } from "@offergraph/shared/errors/public-error";
import { Semaphore, withTimeout } from "async-mutex";
import { KeyedMutex } from "../mutations/keyed-mutex.js";

const maxWaitMs = 10_000;

/**
 * Limits the concurrent dry runs of a process to `slots`, and to one per workspace, because each dry run holds a database connection.
 * Further dry runs wait up to `waitMs`, and then fail with PublicError `dry_run_limit`.
 */
export class DryRunTurns {
  readonly #workspaces = new KeyedMutex();
  readonly #slots;

  constructor(
    slots: number,
    private readonly waitMs = maxWaitMs,
  ) {
    this.#slots = new Semaphore(slots);
  }

  run<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.waitMs;
    return this.#workspaces.runExclusive(workspaceId, this.waitMs, noTurn, () =>
      withTimeout(this.#slots, Math.max(0, end - performance.now()), noTurn()).runExclusive(work),
    );
  }
}

function noTurn(): PublicError {
  return new PublicError("dry_run_limit", "Too many dry runs are running. Nothing was changed. Repeat the request after a moment.");
}
