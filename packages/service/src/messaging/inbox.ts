import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { type Statement, sql } from "../db/statement.js";
import type { SqlTx } from "../tx/tx.js";

/** Runs a function in one transaction within a workspace. */
export type WriteEffect<Transaction> = <Result>(
  workspaceId: string,
  effect: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

/**
 * The inbox record of a dead letter has the consumer's name with the suffix `:dead`. Consumers process a dead letter only during its
 * replay.
 */
const dead = ":dead";

/** Records an event in the inbox. Returns no row if the event must be skipped. */
const claim = (consumer: string, event: { id: string; workspaceId: string }, isReplayed: boolean): Statement => sql`
  INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
  SELECT ${consumer}::text, ${event.id}::uuid, ${event.workspaceId}::uuid, now()
  WHERE ${isReplayed}::boolean OR NOT EXISTS (SELECT FROM inbox_events WHERE consumer = ${consumer + dead}::text AND event_id = ${event.id}::uuid)
  ON CONFLICT DO NOTHING RETURNING true`;

/**
 * Runs the handler and records the event in one transaction. Skips an event that is already recorded. Waits while another transaction
 * processes the event.
 */
export async function processOnce<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(options: {
  consumer: string;
  event: EventOf<Definition>;
  /** If `replayed` is true, processes the event even if the event is in the dead letters. */
  replayed: boolean;
  write: WriteEffect<Transaction>;
  handle(transaction: Transaction, event: EventOf<Definition>): Promise<void>;
}): Promise<void> {
  const { consumer, event, replayed, write, handle } = options;
  await write(event.workspaceId, async (transaction) => {
    const claimed = await transaction.sql(claim(consumer, event, replayed));
    if (claimed.length > 0) await handle(transaction, event);
  });
}

const claimAll = (consumer: string, workspaceId: string, ids: readonly string[]): Statement => sql`
  INSERT INTO inbox_events (consumer, event_id, workspace_id, processed_at)
  SELECT ${consumer}::text, given.id::uuid, ${workspaceId}::uuid, now() FROM json_array_elements_text(${JSON.stringify(ids)}::json) AS given(id)
  WHERE NOT EXISTS (SELECT FROM inbox_events WHERE consumer = ${consumer + dead}::text AND event_id = given.id::uuid)
  ON CONFLICT DO NOTHING RETURNING true`;

/** Processes events of one workspace in one transaction. Throws if an event was already processed or is in the dead letters. */
export async function processAllOnce<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(options: {
  consumer: string;
  workspaceId: string;
  events: readonly EventOf<Definition>[];
  write: WriteEffect<Transaction>;
  handleBatch(transaction: Transaction, events: readonly EventOf<Definition>[]): Promise<void>;
}): Promise<void> {
  const { consumer, workspaceId, events, write, handleBatch } = options;
  const ids = events.map(({ id }) => id);
  await write(workspaceId, async (transaction) => {
    const claimed = await transaction.sql(claimAll(consumer, workspaceId, ids));
    if (claimed.length < events.length) throw new Error("The consumer has already processed some of the events.");
    await handleBatch(transaction, events);
  });
}

/** Marks an event as a dead letter, so that consumers skip redeliveries of the event. */
export async function markDead<Transaction extends Pick<SqlTx, "sql">>(
  write: WriteEffect<Transaction>,
  consumer: string,
  event: { id: string; workspaceId: string },
): Promise<void> {
  await write(event.workspaceId, async (transaction) => {
    await transaction.sql(claim(consumer + dead, event, true));
  });
}
