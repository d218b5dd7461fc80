import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import { Signal } from "@offergraph/service/messaging/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import { type AwaitedOutcome, readSettled } from "../../db/rewards.js";

interface Waiting extends AwaitedOutcome {
  settled(): void;
}

interface Watched {
  changed: Signal;
  waiting: Set<Waiting>;
}

// Polling interval: the grant event may be processed by another replica, which cannot notify this one.
const pollMs = 40;

/** Waits for the grants of outcomes. One query per workspace serves all waiters, on each notification and every 40 ms. */
export class GrantWatch {
  readonly #workspaces = new Map<string, Watched>();
  readonly #stop = new AbortController();

  constructor(
    readonly reader: Pick<WorkspaceReader, "read">,
    readonly log: Logger,
  ) {}

  /** Call after storing grants of the workspace. */
  notify(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.changed.notify();
  }

  /** Resolves once all grants of an outcome are known and none is ISSUING, or after `maxMs` milliseconds. */
  async wait(workspaceId: string, awaited: AwaitedOutcome, maxMs: number): Promise<void> {
    const watched = this.#watched(workspaceId);
    await new Promise<void>((resolve) => {
      const waiting: Waiting = {
        ...awaited,
        settled() {
          clearTimeout(timer);
          watched.waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(waiting.settled, maxMs);
      watched.waiting.add(waiting);
      if (this.#stop.signal.aborted) waiting.settled();
    });
  }

  stop(): void {
    this.#stop.abort();
    for (const { waiting } of this.#workspaces.values()) for (const one of [...waiting]) one.settled();
  }

  #watched(workspaceId: string): Watched {
    const known = this.#workspaces.get(workspaceId);
    if (known) return known;
    const watched: Watched = { changed: new Signal(), waiting: new Set() };
    this.#workspaces.set(workspaceId, watched);
    void this.#look(workspaceId, watched);
    return watched;
  }

  async #look(workspaceId: string, { changed, waiting }: Watched): Promise<void> {
    do {
      await changed.wait(pollMs, this.#stop.signal);
      if (waiting.size === 0) break;
      try {
        const looked = [...waiting];
        const settled = await readSettled((statement) => this.reader.read(workspaceId, statement), looked);
        for (const one of looked) if (settled.has(one.responseId)) one.settled();
      } catch (error) {
        this.log.warn({ workspaceId, reason: (error as Error).message }, "Failed to read grants; retrying");
      }
    } while (waiting.size > 0);
    this.#workspaces.delete(workspaceId);
  }
}
