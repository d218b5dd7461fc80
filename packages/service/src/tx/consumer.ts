import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { startConsumer } from "../messaging/consume.js";
import type { KeptFields } from "../messaging/kept-fields.js";
import type { ServiceDeps } from "../subgraph/run.js";
import { type Limit, limited } from "./database.js";
import type { EventCause, Tx } from "./tx.js";

interface ConsumerBase<Consumed extends readonly [EventDefinition, ...EventDefinition[]], Emitted extends readonly EventDefinition[]> {
  /** See ConsumerOptions. Never change the name, because NATS stores the position by name. */
  name: string;
  /** See ConsumerOptions. */
  events: Consumed;
  /** Every event that the consumer may emit. */
  emits: Emitted;
  /** Returns false to skip an event without a transaction. Must always return the same result for an event. By default, returns true. */
  filter?(event: EventOf<Consumed[number]>): boolean;
  /**
   * Fields that the consumer uses (`keepsOf`), by default all. Skips events that list their changed fields if the consumer uses none of
   * them.
   */
  keeps?: KeptFields;
  /** Limits concurrent transactions of the consumer, so that database connections stay free for other work. */
  limit?: Limit;
}

/** Handles each event once. Emitted events keep the request id and the trace of the consumed event. */
interface OneByOne<Prisma, Consumed extends readonly EventDefinition[], Emitted extends readonly EventDefinition[]> {
  handle(tx: Tx<Prisma, Emitted[number]>, event: EventOf<Consumed[number]>): Promise<void>;
  handleBatch?: never;
}

/** Handles many events of one workspace, each of a different record. Failed batches are split. Pass the event as `cause` to `emit`. */
interface Batched<Prisma, Consumed extends readonly EventDefinition[], Emitted extends readonly EventDefinition[]> {
  handle?: never;
  handleBatch(tx: Tx<Prisma, Emitted[number]>, events: readonly EventOf<Consumed[number]>[]): Promise<void>;
}

export type Consumer<
  Prisma,
  Consumed extends readonly [EventDefinition, ...EventDefinition[]] = readonly [EventDefinition, ...EventDefinition[]],
  Emitted extends readonly EventDefinition[] = readonly EventDefinition[],
> = ConsumerBase<Consumed, Emitted> & (OneByOne<Prisma, Consumed, Emitted> | Batched<Prisma, Consumed, Emitted>);

/** Defines a consumer of an app with this Prisma client; see `consumerFor`. */
export type DefineConsumer<Prisma> = <
  const Consumed extends readonly [EventDefinition, ...EventDefinition[]],
  const Emitted extends readonly EventDefinition[],
>(
  consumer: Consumer<Prisma, Consumed, Emitted>,
) => Consumer<Prisma, Consumed, Emitted>;

/** Returns the app's `defineConsumer({ name, events, emits, handle(tx, event) })`. List the consumer in the service's `background`. */
export function consumerFor<Prisma>(): DefineConsumer<Prisma> {
  return (consumer) => consumer;
}

type ConsumerDeps = Pick<ServiceDeps<unknown, never>, "pool" | "nats" | "signer" | "log" | "clock"> &
  Pick<ServiceDeps<unknown, unknown>, "database">;

/** Starts a consumer of this service (see `startConsumer`). */
export function startDefinedConsumer(service: string, deps: ConsumerDeps, consumer: Consumer<never>): { stop(): Promise<void> } {
  const { name, events, emits, keeps, limit } = consumer;
  const database = limit ? limited(deps.database, limit) : deps.database;
  const batch = consumer.handleBatch?.bind(consumer);
  const handle = consumer.handle?.bind(consumer) ?? ((tx: Tx<never, EventDefinition>, event: Received) => batch?.(tx, [event]));
  return startConsumer<Tx<never, EventDefinition>, EventDefinition>({
    ...deps,
    service,
    name,
    definitions: events,
    handle: async (tx, event) => handle(causedBy(tx, event), event),
    write: (workspaceId, effect) =>
      database.transaction({ workspaceId, emits }, (tx) => effect(tx as unknown as Tx<never, EventDefinition>)),
    ...(batch && { handleBatch: batch }),
    ...(keeps && { keeps }),
    ...(consumer.filter && { filter: (event: Received) => consumer.filter?.(event) ?? true }),
  });
}

type Received = EventOf<EventDefinition>;

/** Returns the Tx for one event of a batch. Emitted events keep the request id and the trace of `cause`. */
export function causedBy<Prisma, Events extends EventDefinition>(tx: Tx<Prisma, Events>, cause: EventCause): Tx<Prisma, Events> {
  const emit: typeof tx.emit = (definition, recordId, data, own = cause) => tx.emit(definition, recordId, data, own);
  return Object.assign(Object.create(tx), { emit });
}
