import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type EventOf, InvalidEvent } from "@offergraph/shared/contracts/parse-event";
import type { SqlTx } from "../tx/tx.js";
import { batchesByGroup } from "./batches-by-group.js";
import type { BackoffFor } from "./in-flight.js";
import { processAllOnce } from "./inbox.js";
import { KeyedQueue } from "./keyed-queue.js";
import { type Delivery, type Message, processMessage, readSigned, recordProcessed } from "./process-message.js";
import { eventIn, startProcessing } from "./trace-event.js";

/** Number of concurrent batches. Each batch has a separate connection, so a lock wait does not block the other batch. */
const workspacesAtOnce = 2;
/** If a batch of this size or less fails, its events are processed one by one. */
const minBatch = 4;

/** Handles many events of one workspace, each of a different record. Runs in the transaction that stores the inbox records. */
export type HandleBatch<Transaction, Definition extends EventDefinition> = (
  transaction: Transaction,
  events: readonly EventOf<Definition>[],
) => Promise<void>;

/**
 * Like `processMessage`, but messages that arrive during a transaction of their workspace share the next transaction. If a message is in a
 * failed batch of the smallest size, `processMessage` handles the message.
 */
export function processBatch<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  handleBatch: HandleBatch<Transaction, Definition>,
  concurrency: number,
): (message: Message, backoffFor: BackoffFor) => Promise<boolean> {
  const { filter, batchSizeOf } = delivery;
  const queues = new KeyedQueue(concurrency);
  const alone = (message: Message, backoffFor: BackoffFor) =>
    new Promise<boolean>((resolve, reject) => {
      queues.add(`${message.sequence}`, (park) => {
        const parkFor: BackoffFor = async (milliseconds) => {
          const wait = backoffFor(milliseconds);
          await park(wait);
          return wait;
        };
        return processMessage(delivery, message, parkFor).then(resolve, reject);
      });
    });
  const takeAll = batchesByGroup<EventOf<Definition>, ReadonlySet<string>>({
    concurrency: workspacesAtOnce,
    maxItems: batchSizeOf,
    groupOf: ({ workspaceId }) => workspaceId,
    work: (events) => takeHalves({ delivery, handleBatch }, events),
  });
  return async (message, backoffFor) => {
    const event = message.replayed ? undefined : readable(delivery, message);
    if (event && filter?.(event) === false) return true;
    return (event !== undefined && (await takeAll(event)).has(event.id)) || alone(message, backoffFor);
  };
}

/**
 * Processes events in one transaction. After a failure, processes each half of the events in a separate transaction, down to `minBatch`
 * events. Returns the ids of the processed events.
 */
async function takeHalves<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  batch: { delivery: Delivery<Transaction, Definition>; handleBatch: HandleBatch<Transaction, Definition> },
  events: EventOf<Definition>[],
): Promise<ReadonlySet<string>> {
  const { delivery, handleBatch } = batch;
  const { service, name: consumer, write, log, over } = delivery;
  const workspaceId = events[0]?.workspaceId ?? "";
  const address = `${service}/${consumer}`;
  const spans = events.map((event) => startProcessing(address, event));
  const endSpans = (error?: string) => {
    for (const span of spans) span?.end(error);
  };
  try {
    const traced = events.map((event, index) => eventIn(event, spans[index]));
    await processAllOnce({ consumer, workspaceId, events: traced, write, handleBatch });
    endSpans();
    for (const event of events) recordProcessed(delivery, event);
    log.debug({ consumer, workspaceId, eventIds: events.map(({ id }) => id) }, "events processed");
    return new Set(events.map(({ id }) => id));
  } catch (error) {
    endSpans((error as Error).name);
    const reason = (error as Error).message;
    log.info({ consumer, workspaceId, events: events.length, reason }, "failed to process a batch of events; trying smaller batches");
    if (events.length <= minBatch || over.aborted) return new Set();
    const middle = Math.ceil(events.length / 2);
    const first = await takeHalves(batch, events.slice(0, middle));
    // During an outage of the database, the second half would fail like the first half.
    if (first.size === 0 && !(await delivery.databaseAnswers())) return first;
    return new Set([...first, ...(await takeHalves(batch, events.slice(middle)))]);
  }
}

function readable<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  message: Message,
): EventOf<Definition> | undefined {
  try {
    return readSigned(delivery, message);
  } catch (error) {
    if (error instanceof InvalidEvent) return undefined;
    throw error;
  }
}
