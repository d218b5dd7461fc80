import type { NatsConnection } from "@nats-io/transport-node";
import { managerOf, streamOf } from "../events/streams.js";
import { until } from "../events/wait.js";

/** What the relay knows of a consumer of its stream. */
export interface ConsumerLag {
  name: string;
  /** Messages that it has not taken yet. */
  lag: number;
  /** Grows as it takes messages. */
  position: number;
}

/** Events that a workspace may have published while consumers are behind before the others go first. */
const allowance = 256;
/** Consumers are behind when one of them has more to take. Less than a consumer reads ahead (events/session.ts). */
const maxLag = 1_024;
/** A consumer that has not moved for so long is not waited for: it is down. */
const stalledMs = 5_000;
/** A workspace is held for so long at most, so that a slow consumer does not hold up the quick ones. */
const maxHoldMs = 1_000;
/** Events are published without holding any for so long after the server did not say how far consumers are. */
const unavailableMs = 10_000;

/** Asks the server how far the consumers of a service's stream are behind. */
export async function readLags(connection: NatsConnection, service: string): Promise<ConsumerLag[]> {
  const { consumers } = await managerOf(connection);
  const lags: ConsumerLag[] = [];
  for await (const { name, num_pending, num_ack_pending, delivered, ack_floor } of consumers.list(streamOf(service)))
    lags.push({ name, lag: num_pending + num_ack_pending, position: delivered.consumer_seq + ack_floor.consumer_seq });
  return lags;
}

/**
 * Decides which workspaces' events wait in the outbox: those of a bulk write, while consumers are behind. So the stream never has more of
 * them than a consumer reads ahead, and another workspace's events pass them (docs/adr/0007).
 */
export class Pace {
  readonly #published = new Map<string, number>();
  readonly #consumers = new Map<string, { position: number; movedAt: number }>();
  #unchecked = 0;
  #unavailableUntil = 0;
  #heldSince: number | undefined;

  /** @param readConsumers see `readLags` @param now in milliseconds, from a clock that never goes back */
  constructor(
    readonly readConsumers: () => Promise<ConsumerLag[]>,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** Notes that events were published, by workspace. */
  add(workspaceIds: readonly string[]): void {
    for (const id of workspaceIds) this.#published.set(id, (this.#published.get(id) ?? 0) + 1);
    this.#unchecked += workspaceIds.length;
  }

  /** The workspaces whose events wait for now. The server is asked only after many events, or while some wait. */
  async held(): Promise<string[]> {
    if (this.#heldSince === undefined && this.#unchecked < allowance) return [];
    this.#unchecked = 0;
    const isOverdue = this.#heldSince !== undefined && this.now() - this.#heldSince >= maxHoldMs;
    if (isOverdue || !(await this.#isBehind())) {
      this.#published.clear();
      this.#heldSince = undefined;
      return [];
    }
    const held = [...this.#published].filter(([, count]) => count >= allowance).map(([id]) => id);
    this.#heldSince = held.length > 0 ? (this.#heldSince ?? this.now()) : undefined;
    return held;
  }

  async #isBehind(): Promise<boolean> {
    const now = this.now();
    let isBehind = false;
    if (now < this.#unavailableUntil) return false;
    const consumers = await until(this.readConsumers(), AbortSignal.timeout(maxHoldMs)).catch(() => undefined);
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
