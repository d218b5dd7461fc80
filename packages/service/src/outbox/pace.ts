import type { NatsConnection } from "@nats-io/transport-node";
import { managerOf, streamOf } from "../messaging/streams.js";
import { abortable } from "../messaging/wait.js";
import type { BulkWrites } from "./bulk-writes.js";

/** Progress of one consumer of a stream. */
export interface ConsumerLag {
  name: string;
  /** Number of messages that were not acknowledged or not yet delivered. */
  lag: number;
  /** Number that increases with each delivery and each acknowledgment. */
  position: number;
}

/** Number of events that a workspace may publish while consumers are behind. Later events of the workspace wait in the outbox. */
export const allowance = 64;
/**
 * Consumers are behind if the lag of any consumer exceeds this number. The number must be less than `maxReadAhead`
 * (messaging/in-flight.ts).
 */
const maxLag = 256;
/** Ignores the lag of a consumer that has made no progress for this time in milliseconds. */
const stalledMs = 5_000;
/** Maximum time in milliseconds for which a workspace's events wait, so that one slow consumer does not delay the other consumers. */
const maxHoldMs = 1_000;
/** Maximum time in milliseconds for reading the lag. */
const maxReadMs = 1_000;
/** If the lag cannot be read, all workspaces may publish without limit for this time. */
const unavailableMs = 10_000;

/** Reads the lag of all consumers of a service's stream. */
export async function readLags(connection: NatsConnection, service: string): Promise<ConsumerLag[]> {
  const { consumers } = await managerOf(connection);
  const lags: ConsumerLag[] = [];
  for await (const { name, num_pending, num_ack_pending, delivered, ack_floor } of consumers.list(streamOf(service)))
    lags.push({ name, lag: num_pending + num_ack_pending, position: delivered.consumer_seq + ack_floor.consumer_seq });
  return lags;
}

/**
 * While consumers are behind, or while a workspace's bulk write runs, lets the events of busy workspaces wait in the outbox. Consumers then
 * get the events of other workspaces sooner, and the bulk write ends sooner (docs/adr/0007).
 */
export class Pace {
  readonly #published = new Map<string, number>();
  readonly #consumers = new Map<string, { position: number; movedAt: number }>();
  #unchecked = 0;
  #unavailableUntil = 0;
  #heldSince: number | undefined;

  /**
   * @param readConsumers Returns the lag of all consumers (see `readLags`).
   * @param bulkWrites The bulk writes of this process.
   * @param now Returns the time of a monotonic clock in milliseconds.
   */
  constructor(
    readonly readConsumers: () => Promise<ConsumerLag[]>,
    readonly bulkWrites: Pick<BulkWrites, "has">,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one published event for each element of `workspaceIds`. */
  add(workspaceIds: readonly string[]): void {
    for (const id of workspaceIds) this.#published.set(id, (this.#published.get(id) ?? 0) + 1);
    this.#unchecked += workspaceIds.length;
  }

  /** Returns the workspaces whose events must wait. Reads the lag only after `allowance` events, or while a workspace must wait. */
  async held(): Promise<string[]> {
    if (this.#heldSince === undefined && this.#unchecked < allowance) return [];
    this.#unchecked = 0;
    const isBehind = !this.#isOverdue() && (await this.#isBehind());
    // Checks the time again after the lag was read, because reading can take long.
    const held = this.#isOverdue() ? [] : this.#busy().filter((id) => isBehind || this.bulkWrites.has(id));
    if (this.#isOverdue() || !isBehind) this.#forgetExcept(held);
    this.#heldSince = held.length > 0 ? (this.#heldSince ?? this.now()) : undefined;
    return held;
  }

  #busy(): string[] {
    return [...this.#published].filter(([, count]) => count >= allowance).map(([id]) => id);
  }

  #forgetExcept(held: readonly string[]): void {
    for (const id of this.#published.keys()) if (!held.includes(id)) this.#published.delete(id);
  }

  #isOverdue(): boolean {
    return this.#heldSince !== undefined && this.now() - this.#heldSince >= maxHoldMs;
  }

  async #isBehind(): Promise<boolean> {
    const now = this.now();
    let isBehind = false;
    if (now < this.#unavailableUntil) return false;
    const consumers = await abortable(this.readConsumers(), AbortSignal.timeout(maxReadMs)).catch(() => undefined);
    if (!consumers) this.#unavailableUntil = now + unavailableMs;
    for (const { name, lag, position } of consumers ?? []) {
      const known = this.#consumers.get(name);
      const movedAt = known?.position === position ? known.movedAt : now;
      this.#consumers.set(name, { position, movedAt });
      if (lag > maxLag && now - movedAt < stalledMs) isBehind = true;
    }
    return isBehind;
  }
}
