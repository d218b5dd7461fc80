import type { RawTransaction } from "../outbox/add.js";
import type { EventDefinition } from "./define.js";
import type { EventOf } from "./received.js";

/** Runs an effect in one transaction, scoped to the workspace: workspaceWriter(...).write. */
export type WriteEffect<Transaction> = <Result>(
  workspaceId: string,
  effect: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

/** An event given up is marked under the consumer's name with this ending: skipped from then on, unless it is replayed. */
const dead = ":dead";

const claim = `
  INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
  SELECT $1, $2::uuid, $3::uuid, now()
  WHERE $4::boolean OR NOT EXISTS (SELECT FROM inbox_events WHERE consumer = $1 || '${dead}' AND event_id = $2::uuid)
  ON CONFLICT DO NOTHING`;

/**
 * Has the effect and remembers the event, both or neither: an event that was taken before has none (decisions.md 6, the inbox).
 * Someone else's attempt that still runs is waited for.
 */
export async function takeOnce<Transaction extends RawTransaction, Definition extends EventDefinition>(options: {
  consumer: string;
  event: EventOf<Definition>;
  /** A replay is taken even when the event was given up before. */
  replayed: boolean;
  write: WriteEffect<Transaction>;
  handle(transaction: Transaction, event: EventOf<Definition>): Promise<void>;
}): Promise<void> {
  const { consumer, event, replayed, write, handle } = options;
  await write(event.workspaceId, async (transaction) => {
    const claimed = await transaction.$executeRawUnsafe(claim, consumer, event.id, event.workspaceId, replayed);
    if (claimed > 0) await handle(transaction, event);
  });
}

const claimAll = `
  INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
  SELECT $1, given.id::uuid, $3::uuid, now() FROM json_array_elements_text($2::json) AS given(id)
  WHERE NOT EXISTS (SELECT FROM inbox_events WHERE consumer = $1 || '${dead}' AND event_id = given.id::uuid)
  ON CONFLICT DO NOTHING`;

/** Has the effect of all these events of one workspace and remembers them. Throws when any of them was taken or given up before: then none is. */
export async function takeAllOnce<Transaction extends RawTransaction, Definition extends EventDefinition>(options: {
  consumer: string;
  workspaceId: string;
  events: readonly EventOf<Definition>[];
  write: WriteEffect<Transaction>;
  handleAll(transaction: Transaction, events: readonly EventOf<Definition>[]): Promise<void>;
}): Promise<void> {
  const { consumer, workspaceId, events, write, handleAll } = options;
  const ids = JSON.stringify(events.map(({ id }) => id));
  await write(workspaceId, async (transaction) => {
    const claimed = await transaction.$executeRawUnsafe(claimAll, consumer, ids, workspaceId);
    if (claimed < events.length) throw new Error("Some of the events were taken before.");
    await handleAll(transaction, events);
  });
}

/** Marks an event as given up, so that it is not tried again after those that followed it. */
export async function giveUp<Transaction extends RawTransaction>(
  write: WriteEffect<Transaction>,
  consumer: string,
  event: { id: string; workspaceId: string },
): Promise<void> {
  await write(event.workspaceId, async (transaction) => {
    await transaction.$executeRawUnsafe(claim, consumer + dead, event.id, event.workspaceId, true);
  });
}
