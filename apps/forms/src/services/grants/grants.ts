import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import { Signal } from "@offergraph/service/messaging/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import type { CollectedRow } from "../../db/responses.js";
import { type AwaitedOutcome, hasOfferFor, readGrants, readSettled } from "../../db/rewards.js";
import type { FormsDeps } from "../../deps.js";
import { type GrantView, grantViews } from "../../domain/grant-view.js";
import { responseStatuses, valueOfOrdinal } from "../../domain/ordinals.js";

/** Returns the grants of a response that the visitor may see. Only responses with an outcome have grants. */
export async function grantsOf({ readerOf }: FormsDeps, response: CollectedRow): Promise<GrantView[]> {
  if (response.completedAt === null && response.abandonedAt === null) return [];
  return grantViews(await readGrants(readerOf(response.workspaceId), response.rowId));
}

/**
 * Like `grantsOf`, but first waits for the grants if the form offers rewards. Waits until REWARD_WAIT_MS after the outcome at the latest.
 */
export async function settledGrantsOf(deps: FormsDeps, response: CollectedRow): Promise<GrantView[]> {
  const { rowId: responseId, workspaceId, formId, completedAt, status } = response;
  if (completedAt === null) return grantsOf(deps, response);
  const { clock, grants, rewardWaitMs, readerOf } = deps;
  const leftMs = Date.parse(completedAt) + rewardWaitMs - clock.now().getTime();
  const outcome = valueOfOrdinal(responseStatuses, status);
  if (leftMs > 0 && (await hasOfferFor(readerOf(workspaceId), formId, outcome)))
    await grants.wait(workspaceId, { responseId, outcome }, leftMs);
  return grantsOf(deps, response);
}

interface Waiting extends AwaitedOutcome {
  settled(): void;
}

interface Watched {
  changed: Signal;
  waiting: Set<Waiting>;
}

// `notify` reports only events of this replica, so the watch polls the database.
const pollMs = 40;

/** Lets requests wait for grants. Runs one query per workspace for all waiting requests, after each `notify` and every 40 ms. */
export class GrantWatch {
  readonly #workspaces = new Map<string, Watched>();
  readonly #stop = new AbortController();

  constructor(
    readonly reader: Pick<WorkspaceReader, "read">,
    readonly log: Logger,
  ) {}

  /** Checks if waiting requests of the workspace can continue. Call this method after storing grants. */
  notify(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.changed.notify();
  }

  /** Resolves as soon as no grant of the outcome is missing or ISSUING, but at the latest after `maxMs` milliseconds. */
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
    void this.#poll(workspaceId, watched);
    return watched;
  }

  async #poll(workspaceId: string, { changed, waiting }: Watched): Promise<void> {
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
