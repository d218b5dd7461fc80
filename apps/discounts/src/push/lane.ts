import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import { backoff, pause } from "@offergraph/shared/events/wait";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { bulkhead } from "cockatiel";
import type { Prisma } from "../generated/prisma/client.js";
import { StoreError, type StoreRow } from "../stores/store.js";
import type { Stores } from "../stores/stores.js";
import { preparePushes, type Sending, type StoreId } from "./prepare.js";
import { messageOf, type Outcome, type RetryWaits, recordOutcomes } from "./record.js";
import { together } from "./together.js";

export interface LaneParts {
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  stores: Stores;
  log: Logger;
  clock: Clock;
  waits: RetryWaits;
  /** How many messages are on their way to a store at once. */
  perStore: number;
  /** Aborted when nothing more is to be sent. */
  stopping: AbortSignal;
  /** Called when the lane has room for more. */
  onRoom(): void;
}

/** The pushes of one store: those of other stores never wait for it. */
export class Lane {
  readonly inHand = new Set<string>();
  readonly #line;
  readonly #record;
  readonly #log: Logger;
  #provider: ReturnType<Stores["providerOf"]> | undefined;
  #failures = 0;
  #idle: (() => void)[] = [];

  constructor(
    readonly id: StoreId,
    private readonly parts: LaneParts,
  ) {
    this.#line = bulkhead(parts.perStore, Number.POSITIVE_INFINITY);
    this.#record = together((outcomes: Outcome[]) =>
      recordOutcomes(parts.writer, id, outcomes, { now: parts.clock.now(), waits: parts.waits }),
    );
    this.#log = parts.log.child(id);
  }

  isResting(): boolean {
    return this.#provider?.isResting(this.id.connectionId) ?? false;
  }

  /** How many more codes it takes: several at a time, but not more than are soon sent, for they are sent as they are now. */
  get room(): number {
    const { perStore } = this.parts;
    return this.isResting() || this.inHand.size > perStore ? 0 : 4 * perStore - this.inHand.size;
  }

  /** Resolves when nothing is in hand. */
  async idle(): Promise<void> {
    if (this.inHand.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Pushes these codes as far as they are due. Handles its own errors: what could not be done stays due. */
  async take(codeIds: readonly string[], over: AbortSignal): Promise<void> {
    for (const codeId of codeIds) this.inHand.add(codeId);
    const sendings = await this.#orWait(async () => {
      const prepared = await preparePushes(this.parts.writer, this.id, codeIds, this.parts.clock.now());
      if (prepared) this.#provider = this.parts.stores.providerOf(prepared.store);
      return prepared?.sendings.map((sending) => ({ sending, store: prepared.store })) ?? [];
    });
    const sent = new Set(sendings?.map(({ sending }) => sending.discountCodeId));
    for (const codeId of codeIds) if (!sent.has(codeId)) this.#letGo(codeId);
    await Promise.all(
      (sendings ?? []).map(async ({ sending, store }) => {
        const outcome = await this.#line.execute(() => this.#send(store, sending, over));
        if (outcome) await this.#orWait(() => this.#note(outcome));
        this.#letGo(sending.discountCodeId);
      }),
    );
  }

  async #send(store: StoreRow, sending: Sending, over: AbortSignal): Promise<Outcome | undefined> {
    const provider = this.parts.stores.providerOf(store);
    if (over.aborted || this.isResting()) return undefined;
    try {
      await (messageOf(sending).type === "discount_code.push" ? provider.push(store, sending) : provider.remove(store, sending));
      return { sending, error: undefined };
    } catch (error) {
      // Its connections are cut when the service stops: that says nothing of the store.
      if (this.parts.stopping.aborted) return undefined;
      if (error instanceof StoreError) return { sending, error };
      this.#log.error({ err: error, discountCodeId: sending.discountCodeId }, "a push failed within the service");
      return { sending, error: new StoreError("The push failed within the service.") };
    }
  }

  async #note(outcome: Outcome): Promise<void> {
    const attempts = await this.#record(outcome);
    const { sending, error } = outcome;
    const { discountCodeId, id: messageId } = sending;
    if (!error) this.#log.debug({ discountCodeId, messageId }, "pushed");
    else
      this.#log.warn(
        { discountCodeId, messageId, attempts: attempts.get(discountCodeId), reason: error.message },
        "a push failed, trying again later",
      );
  }

  /** Does database work; when it fails, waits before its codes are taken again, longer each time. */
  async #orWait<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) this.#log.warn({ err: error }, "pushes cannot be recorded, trying again");
      await pause(backoff(this.#failures), this.parts.stopping);
      return undefined;
    }
  }

  #letGo(codeId: string): void {
    this.inHand.delete(codeId);
    if (this.inHand.size === this.parts.perStore || this.inHand.size === 0) this.parts.onRoom();
    if (this.inHand.size === 0) for (const tell of this.#idle.splice(0)) tell();
  }
}
