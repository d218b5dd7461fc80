import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Read } from "../db/read.js";
import { startConsumer } from "../messaging/consume.js";
import { formerNameOf } from "../messaging/former-consumers.js";
import type { KeptFields } from "../messaging/kept-fields.js";
import type { EventFilter } from "../messaging/skip-events.js";
import type { ServiceDeps } from "../subgraph/run.js";
import { type Limit, limited } from "./database.js";
import type { EventCause, Tx } from "./tx.js";

interface ConsumerBase<Consumed extends readonly [EventDefinition, ...EventDefinition[]], Emitted extends readonly EventDefinition[]> {
  /** See `ConsumerOptions`. */
  name: string;
  /** See `ConsumerOptions`. */
  events: Consumed;
  /** Every event that the consumer may emit. */
  emits: Emitted;
  /** See `ConsumerOptions`. By default, the consumer handles all events. */
  filter?: EventFilter<Consumed[number]>;
  /** See `ConsumerOptions`. By default, the consumer handles the events of all workspaces. */
  isNeeded?(read: Read): Promise<boolean>;
  /**
   * The record fields that the consumer uses (see `keepsOf`); by default, all fields. The consumer skips events in which none of these
   * fields changed.
   */
  keeps?: KeptFields;
  /** Limits the concurrent transactions of the consumer. */
  limit?: Limit;
}

/** A consumer that handles one event at a time. Emitted events get the request id and the trace of the consumed event. */
interface OneByOne<Prisma, Consumed extends readonly EventDefinition[], Emitted extends readonly EventDefinition[]> {
  handle(tx: Tx<Prisma, Emitted[number]>, event: EventOf<Consumed[number]>): Promise<void>;
  handleBatch?: never;
}

/**
 * A consumer that gets many events of one workspace in one call, at most one per record. After an error, the events are handled again in
 * smaller batches. Pass the consumed event as `cause` to `emit`.
 */
interface Batched<Prisma, Consumed extends readonly EventDefinition[], Emitted extends readonly EventDefinition[]> {
  handle?: never;
  handleBatch(tx: Tx<Prisma, Emitted[number]>, events: readonly EventOf<Consumed[number]>[]): Promise<void>;
}

export type Consumer<
  Prisma,
  Consumed extends readonly [EventDefinition, ...EventDefinition[]] = readonly [EventDefinition, ...EventDefinition[]],
  Emitted extends readonly EventDefinition[] = readonly EventDefinition[],
> = ConsumerBase<Consumed, Emitted> & (OneByOne<Prisma, Consumed, Emitted> | Batched<Prisma, Consumed, Emitted>);

/** Type of the app's function `defineConsumer` (see `consumerFor`). `Prisma` is the type of the app's Prisma client. */
export type DefineConsumer<Prisma> = <
  const Consumed extends readonly [EventDefinition, ...EventDefinition[]],
  const Emitted extends readonly EventDefinition[],
>(
  consumer: Consumer<Prisma, Consumed, Emitted>,
) => Consumer<Prisma, Consumed, Emitted>;

/** Returns the function `defineConsumer({ name, events, emits, handle(tx, event) })`. Add each consumer to the app's `background`. */
export function consumerFor<Prisma>(): DefineConsumer<Prisma> {
  return (consumer) => consumer;
}

type ConsumerDeps = Pick<ServiceDeps<unknown, never>, "pool" | "nats" | "signer" | "log" | "clock" | "batchSizes"> &
  Pick<ServiceDeps<unknown, unknown>, "database">;

/** Starts a consumer that the app has defined with `defineConsumer`. See `startConsumer`. */
export function startDefinedConsumer(service: string, deps: ConsumerDeps, consumer: Consumer<never>): { stop(): Promise<void> } {
  const { name, events, emits, keeps, limit } = consumer;
  const database = limit ? limited(deps.database, limit) : deps.database;
  const batch = consumer.handleBatch?.bind(consumer);
  const readIn =
    (workspaceId: string): Read =>
    (statement) =>
      database.read(workspaceId, statement);
  const formerName = formerNameOf(service, name);
  const handle = consumer.handle?.bind(consumer) ?? ((tx: Tx<never, EventDefinition>, event: Received) => batch?.(tx, [event]));
  return startConsumer<Tx<never, EventDefinition>, EventDefinition>({
    ...deps,
    service,
    name,
    definitions: events,
    batchSizeOf: (workspaceId) => deps.batchSizes.of(workspaceId),
    handle: async (tx, event) => handle(causedBy(tx, event), event),
    write: (workspaceId, effect) =>
      database.transaction({ workspaceId, emits }, (tx) => effect(tx as unknown as Tx<never, EventDefinition>)),
    ...(formerName !== undefined && { formerName }),
    ...(batch && { handleBatch: batch }),
    ...(keeps && { keeps }),
    ...(consumer.filter && { filter: consumer.filter as EventFilter<EventDefinition> }),
    ...(consumer.isNeeded && { isNeeded: (workspaceId: string) => consumer.isNeeded?.(readIn(workspaceId)) ?? Promise.resolve(true) }),
  });
}

type Received = EventOf<EventDefinition>;

/** Returns a Tx for the handling of one consumed event. Emitted events get the request id and the trace of `cause`. */
export function causedBy<Prisma, Events extends EventDefinition>(tx: Tx<Prisma, Events>, cause: EventCause): Tx<Prisma, Events> {
  const emit: typeof tx.emit = (definition, recordId, data, own = cause) => tx.emit(definition, recordId, data, own);
  return Object.assign(Object.create(tx), { emit });
}
