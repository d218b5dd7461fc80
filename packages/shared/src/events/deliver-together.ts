import { groupBy } from "../database/group-by.js";
import type { RawTransaction } from "../outbox/add.js";
import type { EventDefinition } from "./define.js";
import { type Delivery, deliver, type Message, readSigned } from "./deliver.js";
import { takeAllOnce } from "./effect.js";
import { type EventOf, InvalidEvent } from "./received.js";
import { SerialQueues } from "./serial-queues.js";
import type { RestFor } from "./session.js";
import { together } from "./together.js";

/** The effect of many events of one workspace, each of another record, in the transaction that also remembers them. */
export type HandleAll<Transaction, Definition extends EventDefinition> = (
  transaction: Transaction,
  events: readonly EventOf<Definition>[],
) => Promise<void>;

/**
 * Takes messages as `deliver` does, but what comes while a transaction runs shares the next one. Where that fails for any reason, or one
 * of them was taken before, each is delivered by itself, with its own tries; that many at once.
 */
export function deliverTogether<Transaction extends RawTransaction, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  handleAll: HandleAll<Transaction, Definition>,
  concurrency: number,
): (message: Message, rest: RestFor) => Promise<boolean> {
  const { name: consumer, concerns, write, log } = delivery;
  const queues = new SerialQueues(concurrency);
  const alone = (message: Message, rest: RestFor) =>
    new Promise<boolean>((resolve, reject) => {
      queues.add(`${message.sequence}`, (setAside) => {
        const restFor: RestFor = async (milliseconds) => {
          const rested = rest(milliseconds);
          await setAside(rested);
          return rested;
        };
        return deliver(delivery, message, restFor).then(resolve, reject);
      });
    });
  const takeAll = together(async (events: EventOf<Definition>[]) => {
    const taken = new Set<string>();
    for (const [workspaceId, own] of groupBy(events, (event) => event.workspaceId)) {
      try {
        await takeAllOnce({ consumer, workspaceId, events: own, write, handleAll });
        for (const { id } of own) taken.add(id);
        log.debug({ consumer, workspaceId, eventIds: own.map(({ id }) => id) }, "events taken");
      } catch (error) {
        log.info({ consumer, workspaceId, reason: (error as Error).message }, "events could not be taken together: one by one");
      }
    }
    return taken;
  });
  return async (message, rest) => {
    const event = message.replayed ? undefined : readable(delivery, message);
    if (event && concerns?.(event) === false) return true;
    return (event !== undefined && (await takeAll(event)).has(event.id)) || alone(message, rest);
  };
}

function readable<Transaction extends RawTransaction, Definition extends EventDefinition>(
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
