import type { WorkspaceWriter } from "@offergraph/service/db/write";
import { microBatch } from "@offergraph/service/messaging/micro-batch";
import { backoff, sleep } from "@offergraph/service/messaging/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { bulkhead } from "cockatiel";
import type { Subject } from "../../db/store-pushes.js";
import type { Prisma } from "../../generated/prisma/client.js";
import { StoreError, type StoreProvider, type StoreRow } from "../stores/store.js";
import type { Stores } from "../stores/stores.js";
import { type OutgoingMessage, preparePushes, type StoreId } from "./prepare.js";
import { messageOf, type Outcome, type RetryWaits, recordOutcomes } from "./record.js";

export interface StoreQueueDeps {
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  stores: Stores;
  log: Logger;
  clock: Clock;
  waits: RetryWaits;
  /** Maximum number of concurrent requests to a store. */
  perStore: number;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  /** Called when the lane has room for more. */
  onRoom(): void;
}

/** Provider operation of each message type. */
const ways: Record<ReturnType<typeof messageOf>["type"], keyof Pick<StoreProvider, "push" | "remove" | "credit">> = {
  "discount_code.push": "push",
  "minted_code.push": "push",
  "discount_code.remove": "remove",
  "minted_code.remove": "remove",
  "credit.booked": "credit",
};

/** Queue of one store's pushes; stores do not delay each other. */
export class StoreQueue {
  readonly inHand = new Set<string>();
  readonly #line;
  readonly #record;
  readonly #log: Logger;
  #provider: ReturnType<Stores["providerOf"]> | undefined;
  #failures = 0;
  #idle: (() => void)[] = [];

  constructor(
    readonly id: StoreId,
    private readonly parts: StoreQueueDeps,
  ) {
    this.#line = bulkhead(parts.perStore, Number.POSITIVE_INFINITY);
    this.#record = microBatch((outcomes: Outcome[]) =>
      recordOutcomes(parts.writer, id, outcomes, { now: parts.clock.now(), waits: parts.waits }),
    );
    this.#log = parts.log.child(id);
  }

  isResting(): boolean {
    return this.#provider?.isResting(this.id.connectionId) ?? false;
  }

  /** Number of pushes to fetch: enough for a batch, but few, because messages are built when they are fetched. */
  get room(): number {
    const { perStore } = this.parts;
    return this.isResting() || this.inHand.size > perStore ? 0 : 4 * perStore - this.inHand.size;
  }

  /** Resolves when no push is in progress. */
  async idle(): Promise<void> {
    if (this.inHand.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Sends these pushes if they are due. Handles errors: failed pushes stay due. */
  async take(subjects: readonly Subject[], over: AbortSignal): Promise<void> {
    for (const { subjectId } of subjects) this.inHand.add(subjectId);
    const sendings = await this.#orWait(async () => {
      const prepared = await preparePushes(this.parts.writer, this.id, subjects, this.parts.clock.now());
      if (prepared) this.#provider = this.parts.stores.providerOf(prepared.store);
      return prepared?.sendings.map((sending) => ({ sending, store: prepared.store })) ?? [];
    });
    const sent = new Set(sendings?.map(({ sending }) => sending.subjectId));
    for (const { subjectId } of subjects) if (!sent.has(subjectId)) this.#letGo(subjectId);
    await Promise.all(
      (sendings ?? []).map(async ({ sending, store }) => {
        const outcome = await this.#line.execute(() => this.#send(store, sending, over));
        if (outcome) await this.#orWait(() => this.#note(outcome));
        this.#letGo(sending.subjectId);
      }),
    );
  }

  async #send(store: StoreRow, sending: OutgoingMessage, over: AbortSignal): Promise<Outcome | undefined> {
    const provider = this.parts.stores.providerOf(store);
    if (over.aborted || this.isResting()) return undefined;
    try {
      await provider[ways[messageOf(sending).type]](store, sending);
      return { sending, error: undefined };
    } catch (error) {
      // Stopping the service closes connections, which is no failure of the store.
      if (this.parts.stopping.aborted) return undefined;
      if (error instanceof StoreError) return { sending, error };
      this.#log.error({ err: error, subjectId: sending.subjectId }, "Push failed with an internal error");
      return { sending, error: new StoreError("The push failed with an internal error.") };
    }
  }

  async #note(outcome: Outcome): Promise<void> {
    const attempts = await this.#record(outcome);
    const { sending, error } = outcome;
    const { subjectId, id: messageId } = sending;
    if (!error) this.#log.debug({ subjectId, messageId }, "Pushed");
    else this.#log.warn({ subjectId, messageId, attempts: attempts.get(subjectId), reason: error.message }, "Push failed; retrying later");
  }

  /** Runs database work; after a failure waits with backoff. */
  async #orWait<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) this.#log.warn({ err: error }, "Failed to record pushes; retrying");
      await sleep(backoff(this.#failures), this.parts.stopping);
      return undefined;
    }
  }

  #letGo(subjectId: string): void {
    this.inHand.delete(subjectId);
    if (this.inHand.size === this.parts.perStore || this.inHand.size === 0) this.parts.onRoom();
    if (this.inHand.size === 0) for (const tell of this.#idle.splice(0)) tell();
  }
}
