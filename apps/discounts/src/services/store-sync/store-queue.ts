import { microBatch } from "@offergraph/service/messaging/micro-batch";
import { backoff, sleep } from "@offergraph/service/messaging/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import { defineHistogram } from "@offergraph/shared/telemetry/metrics";
import { startSpan } from "@offergraph/shared/telemetry/tracing";
import { bulkhead } from "cockatiel";
import type { StoreRow } from "../../db/rows.js";
import type { StoreTx, Subject } from "../../db/store-pushes.js";
import { StoreError, type StoreProvider } from "../stores/store.js";
import { type OutgoingMessage, preparePushes } from "./prepare.js";
import type { PusherDeps } from "./pusher.js";
import { type Outcome, type RetryWaits, recordOutcomes } from "./record.js";

/** Maximum number of pushes in a store's queue. The queue is short, because waiting messages become outdated. */
export const maxWaiting = (perStore: number): number => 4 * perStore;

export interface StoreQueueDeps extends Pick<PusherDeps, "database" | "stores" | "log"> {
  waits: RetryWaits;
  perStore: number;
  stopping: AbortSignal;
  onRoom(): void;
}

const pushes = defineHistogram("offergraph_store_push_seconds", "Duration of pushes to stores, by provider and result.", [
  "provider",
  "result",
]);

/** Queue of one store's pushes. Each store has its own queue, so that a slow store does not delay other stores. */
export class StoreQueue {
  readonly inFlight = new Set<string>();
  readonly #bulkhead;
  readonly #record;
  readonly #log: Logger;
  #provider: StoreProvider | undefined;
  #failures = 0;
  #idle: (() => void)[] = [];

  constructor(
    readonly id: Pick<StoreTx, "workspaceId" | "connectionId">,
    private readonly deps: StoreQueueDeps,
  ) {
    this.#bulkhead = bulkhead(deps.perStore, Number.POSITIVE_INFINITY);
    this.#record = microBatch((outcomes: Outcome[]) => this.#transaction((tx) => recordOutcomes(tx, outcomes, deps.waits)));
    this.#log = deps.log.child(id);
  }

  isCircuitOpen(): boolean {
    return this.#provider?.isCircuitOpen(this.id.connectionId) ?? false;
  }

  /** Number of pushes that the queue can accept now. */
  get room(): number {
    const { perStore } = this.deps;
    return this.isCircuitOpen() || this.inFlight.size > perStore ? 0 : maxWaiting(perStore) - this.inFlight.size;
  }

  async idle(): Promise<void> {
    if (this.inFlight.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Sends the due pushes of these subjects. Does not throw, because the pusher repeats failed pushes later. */
  async push(subjects: readonly Subject[], signal: AbortSignal): Promise<void> {
    for (const { subjectId } of subjects) this.inFlight.add(subjectId);
    const outgoing = await this.#orBackOff(async () => {
      const prepared = await this.#transaction((tx) => preparePushes(tx, subjects));
      if (prepared) this.#provider = this.deps.stores.providerOf(prepared.store);
      return prepared?.messages.map((message) => ({ message, store: prepared.store })) ?? [];
    });
    const sent = new Set(outgoing?.map(({ message }) => message.subjectId));
    for (const { subjectId } of subjects) if (!sent.has(subjectId)) this.#release(subjectId);
    await Promise.all(
      (outgoing ?? []).map(async ({ message, store }) => {
        const outcome = await this.#bulkhead.execute(() => this.#send(store, message, signal));
        if (outcome) await this.#orBackOff(() => this.#recordAndLog(outcome));
        this.#release(message.subjectId);
      }),
    );
  }

  #transaction<Result>(work: (tx: StoreTx) => Promise<Result>): Promise<Result> {
    const { workspaceId, connectionId } = this.id;
    return this.deps.database.transaction({ workspaceId }, ({ sql, now }) => work({ sql, now, workspaceId, connectionId }));
  }

  async #send(store: StoreRow, message: OutgoingMessage, signal: AbortSignal): Promise<Outcome | undefined> {
    const provider = this.deps.stores.providerOf(store);
    if (signal.aborted || this.isCircuitOpen()) return undefined;
    const startedAt = performance.now();
    const span = startSpan("client", "push to store", message.traceparent);
    const end = (result: "accepted" | "rejected" | "unavailable") => {
      pushes.observe({ provider: store.provider, result }, (performance.now() - startedAt) / 1000);
      span?.set({ "offergraph.store.provider": store.provider, "offergraph.result": result });
      span?.end(result === "accepted" ? undefined : result);
    };
    try {
      await provider.push(store, span ? { ...message, traceparent: span.traceparent } : message);
      end("accepted");
      return { message, error: undefined };
    } catch (error) {
      end(error instanceof StoreError && error.isFinal ? "rejected" : "unavailable");
      // Records no failure of the store if the service is stopping, because the shutdown may have closed the connection.
      if (this.deps.stopping.aborted) return undefined;
      if (error instanceof StoreError) return { message, error };
      this.#log.error({ err: error, subjectId: message.subjectId }, "Push failed with an internal error");
      return { message, error: new StoreError("The push failed with an internal error.") };
    }
  }

  async #recordAndLog(outcome: Outcome): Promise<void> {
    const attempts = await this.#record(outcome);
    const { message, error } = outcome;
    const { subjectId, id: messageId } = message;
    if (!error) this.#log.debug({ subjectId, messageId }, "Pushed");
    else this.#log.warn({ subjectId, messageId, attempts: attempts.get(subjectId), reason: error.message }, "Push failed; retrying later");
  }

  async #orBackOff<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) this.#log.warn({ err: error }, "Failed to read or record pushes; retrying");
      await sleep(backoff(this.#failures), this.deps.stopping);
      return undefined;
    }
  }

  #release(subjectId: string): void {
    this.inFlight.delete(subjectId);
    if (this.inFlight.size === this.deps.perStore || this.inFlight.size === 0) this.deps.onRoom();
    if (this.inFlight.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
