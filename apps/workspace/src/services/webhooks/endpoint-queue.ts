import { microBatch } from "@offergraph/service/messaging/micro-batch";
import { backoff, sleep } from "@offergraph/service/messaging/wait";
import { webhookEndpointDisabled } from "@offergraph/shared/contracts/events/workspace";
import type { Logger } from "@offergraph/shared/log/logger";
import { blockFollowers } from "../../db/webhook-blocked.js";
import { lockEndpoints, readTarget, type TargetRow } from "../../db/webhook-endpoints.js";
import { type DueDelivery, dueWindow, readOutgoing } from "../../db/webhook-queue.js";
import { endpointStates } from "../../domain/ordinals.js";
import { endPending } from "./backlog.js";
import type { DispatcherDeps } from "./dispatcher.js";
import { observeDelivery } from "./observe-delivery.js";
import { type Outcome, recordOutcomes } from "./record.js";
import type { Sender, SendResult } from "./send.js";
import { openSecret } from "./settings.js";

export interface EndpointQueueDeps extends Pick<DispatcherDeps, "database" | "clock" | "log" | "webhooks"> {
  sender: Sender;
  perEndpoint: number;
  /** `firstMs` is the pause after the first failed probe. Each further failure doubles the pause, up to `maxMs`. */
  probe: { firstMs: number; maxMs: number };
  stopping: AbortSignal;
  onRoom(): void;
}

/** After this number of consecutive failures, the queue sends one request at a time (probe). */
const maxFailures = 5;
/** Maximum number of deliveries that one transaction blocks. */
const blockBatch = 2_000;
const deletedPauseMs = 1_000;

/** Sends the deliveries of one endpoint. Endpoints do not delay each other. */
export class EndpointQueue {
  readonly inFlight = new Set<string>();
  readonly #record;
  readonly #log: Logger;
  #failures = 0;
  #databaseFailures = 0;
  #pausedUntil = 0;
  #usedAt = performance.now();
  #blocking: Promise<void> | undefined;
  #idle: (() => void)[] = [];

  constructor(
    readonly id: Pick<DueDelivery, "workspaceId" | "endpointId">,
    private readonly deps: EndpointQueueDeps,
  ) {
    const { workspaceId, endpointId } = id;
    this.#log = deps.log.child(id);
    this.#record = microBatch((outcomes: Outcome[]) =>
      deps.database.transaction({ workspaceId, emits: [webhookEndpointDisabled] }, (tx) => recordOutcomes(tx, endpointId, outcomes)),
    );
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Number of deliveries to fetch, at most 1 while the endpoint fails. */
  get room(): number {
    if (this.isPaused) return 0;
    if (this.#failures >= maxFailures) return this.inFlight.size > 0 ? 0 : 1;
    const { perEndpoint } = this.deps;
    return this.inFlight.size > perEndpoint / 2 ? 0 : perEndpoint - this.inFlight.size;
  }

  /** True if the queue is idle and the endpoint has not failed recently. */
  isDisposable(forgetFailuresMs: number): boolean {
    if (this.inFlight.size > 0 || this.#blocking !== undefined) return false;
    return this.#failures === 0 || performance.now() - this.#usedAt > forgetFailuresMs;
  }

  async idle(): Promise<void> {
    await this.#blocking;
    if (this.inFlight.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * Sends at most `room` deliveries. Skips a delivery while a previous delivery of the same record is pending. Returns the number of sent
   * deliveries.
   */
  take(due: readonly DueDelivery[], signal: AbortSignal): number {
    this.#usedAt = performance.now();
    // Blocks deliveries that must wait. Waiting deliveries could fill the window of due deliveries and hide other records.
    if ((due[0]?.followers ?? 0) > dueWindow / 2) this.#blocking ??= this.#block();
    const now = due.filter(({ isFollower }) => !isFollower).slice(0, this.room);
    if (now.length > 0) void this.#send(now, signal);
    return now.length;
  }

  async #block(): Promise<void> {
    const { workspaceId, endpointId } = this.id;
    await this.#orBackOff(() =>
      this.deps.database.transaction({ workspaceId }, async (tx) => {
        await lockEndpoints(tx, [endpointId]);
        await blockFollowers(tx, endpointId, blockBatch);
      }),
    );
    this.#blocking = undefined;
    this.deps.onRoom();
  }

  /** Sends deliveries and handles all errors. Deliveries without a stored result remain due. */
  async #send(due: readonly DueDelivery[], signal: AbortSignal): Promise<void> {
    for (const { sequence } of due) this.inFlight.add(sequence);
    const loaded = await this.#orBackOff(() => this.#load(due));
    await Promise.all(
      due.map(async ({ sequence, deliveryId }) => {
        const delivery = loaded?.outgoing.get(deliveryId);
        if (loaded && delivery) {
          const request = { url: loaded.target.url, secrets: loaded.secrets, id: delivery.eventId, text: delivery.body };
          const send = (traceparent: string | undefined) => this.deps.sender.send({ ...request, traceparent }, signal);
          const result = loaded.secrets.length > 0 ? await observeDelivery(delivery.body, send) : undecryptable;
          // If a shutdown or a lost lease interrupted the request, the dispatcher repeats the request. The interruption does not count as a
          // failure of the endpoint.
          if (!signal.aborted || result.error === null) await this.#finish({ delivery, result });
        }
        this.#release(sequence);
      }),
    );
  }

  async #load(due: readonly DueDelivery[]) {
    const { workspaceId, endpointId } = this.id;
    const read = <Row extends object>(statement: Parameters<typeof this.deps.database.read>[1]) =>
      this.deps.database.read<Row>(workspaceId, statement);
    const [target, outgoing] = await Promise.all([
      readTarget(read, endpointId),
      readOutgoing(
        read,
        due.map(({ deliveryId }) => deliveryId),
      ),
    ]);
    const isEnabled = target?.state === endpointStates.indexOf("ENABLED");
    // The queue ends the pending deliveries of a disabled endpoint. A job deletes the deliveries of a deleted endpoint.
    if (target && !isEnabled) await this.#endPending();
    else if (!target) this.#pausedUntil = performance.now() + deletedPauseMs;
    if (!target || !isEnabled) return undefined;
    return { target, secrets: this.#secretsOf(target), outgoing: new Map(outgoing.map((one) => [one.deliveryId, one])) };
  }

  async #endPending(): Promise<void> {
    const { workspaceId, endpointId } = this.id;
    await this.deps.database.transaction({ workspaceId }, async (tx) => {
      const [endpoint] = await lockEndpoints(tx, [endpointId]);
      if (endpoint && endpoint.state !== endpointStates.indexOf("ENABLED")) await endPending(tx, endpointId);
    });
  }

  #secretsOf({ secret, previousSecret, previousSecretUntil }: TargetRow): string[] {
    const isValid = previousSecretUntil !== null && new Date(previousSecretUntil) > this.deps.clock.now();
    const sealed = [secret, ...(isValid && previousSecret !== null ? [previousSecret] : [])];
    return sealed.flatMap((text) => openSecret(this.deps.webhooks, this.id.endpointId, text) ?? []);
  }

  async #finish(outcome: Outcome): Promise<void> {
    const { deliveryId, eventId } = outcome.delivery;
    const { status, error } = outcome.result;
    if (error === null) {
      this.#failures = 0;
      this.#pausedUntil = 0;
    } else {
      this.#failures += 1;
      const { firstMs, maxMs } = this.deps.probe;
      if (this.#failures >= maxFailures) this.#pausedUntil = performance.now() + backoff(this.#failures - maxFailures + 1, firstMs, maxMs);
      this.#log.warn({ deliveryId, eventId, status, reason: error }, "Webhook delivery failed");
    }
    await this.#orBackOff(() => this.#record(outcome));
  }

  async #orBackOff<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#databaseFailures = 0;
      return result;
    } catch (error) {
      this.#databaseFailures += 1;
      if (this.#databaseFailures === 1) this.#log.warn({ err: error }, "Failed to read or record webhook deliveries; retrying");
      await sleep(backoff(this.#databaseFailures), this.deps.stopping);
      return undefined;
    }
  }

  #release(sequence: string): void {
    this.inFlight.delete(sequence);
    if (this.room > 0) this.deps.onRoom();
    if (this.inFlight.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

const undecryptable: SendResult = {
  status: null,
  error: "The endpoint's secret cannot be decrypted with the service's current key. Rotate the secret.",
};
