import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { connectionRemoved, connectionUpdated } from "@offergraph/shared/contracts/events/discounts";
import { countUses, deleteConnection, lockConnection, updateConnection } from "../../db/connections.js";
import type { ConnectionRow } from "../../db/rows.js";
import type { MutationTx } from "../../tx.js";
import type { NamedIncentive } from "../incentives/incentives-of.js";
import { checkGivenEndpoint } from "./check-endpoint.js";

const path = ["input", "connectionId"];

/** Locks a connection's row. If the connection does not exist, throws NOT_FOUND and all earlier errors of the mutation. */
async function requireConnection(tx: MutationTx, id: string): Promise<ConnectionRow> {
  const row = await lockConnection(tx, id);
  return row ?? rejectWith(tx, path, "NOT_FOUND", "There is no such connection in this workspace.");
}

interface Changes {
  name: string | undefined;
  endpoint: string | undefined;
  /** The reason why the new endpoint is not allowed, or undefined. */
  problem: string | undefined;
}

/** Changes the fields that the client sent. Emits an event if a field changed. */
export async function changeConnection(
  tx: MutationTx<typeof connectionUpdated>,
  id: string,
  { name: given, endpoint, problem }: Changes,
): Promise<ConnectionRow> {
  const current = await requireConnection(tx, id);
  if (endpoint !== undefined) checkGivenEndpoint(current.provider, endpoint, problem, tx.errors);
  tx.check();
  const name = given?.trim() ?? current.name;
  const changed = [
    ...(name === current.name ? [] : ["name" as const]),
    ...(endpoint === undefined || endpoint === current.endpoint ? [] : ["endpoint" as const]),
  ];
  if (changed.length === 0) return current;
  const row = await updateConnection(tx, current.rowId, { name, endpoint: endpoint ?? null });
  emitUpdated(tx, row, changed);
  return row;
}

/** Replaces the secret of an `http` connection. `encryptFor` encrypts the new secret. */
export async function rotateSecret(
  tx: MutationTx<typeof connectionUpdated>,
  id: string,
  encryptFor: (connectionId: string) => string,
): Promise<ConnectionRow> {
  const { rowId, provider } = await requireConnection(tx, id);
  if (provider === "manual") rejectWith(tx, path, "INVALID", "A connection with the provider `manual` has no signing secret.");
  const row = await updateConnection(tx, rowId, { secret: encryptFor(rowId) });
  emitUpdated(tx, row, ["secret"]);
  return row;
}

type Changed = "name" | "endpoint" | "secret";

function emitUpdated(tx: MutationTx<typeof connectionUpdated>, row: ConnectionRow, changed: Changed[]): void {
  const { rowId, createdAt, updatedAt, slug, name, provider, isTest } = row;
  const fields = [...changed, "updatedAt" as const];
  tx.emit(connectionUpdated, rowId, { rowId, createdAt, updatedAt, slug, name, provider, isTest, changed: fields });
}

interface Removal {
  discardMessages: boolean;
  /** Incentives that use the connection, or undefined if the incentives service did not respond. */
  incentives: readonly NamedIncentive[] | undefined;
}

/**
 * Deletes a connection that is not in use. If `discardMessages` is true, unsent messages and codes in the store do not prevent the
 * deletion.
 */
export async function removeConnection(
  tx: MutationTx<typeof connectionRemoved>,
  id: string,
  { discardMessages, incentives }: Removal,
): Promise<string> {
  const { rowId, slug, name } = await requireConnection(tx, id);
  if (!incentives) rejectWith(tx, path, "UNAVAILABLE", "The service could not check whether an incentive uses this connection. Try again.");
  const [incentive, ...others] = incentives;
  if (incentive) rejectWith(tx, path, "IN_USE", usedByIncentive(incentive, others.length > 0));
  const { placements, pushes } = await countUses(tx, rowId);
  if (placements > 0) {
    const find = "To find the placed discount codes, use list_discount_codes with the filter connectionId.";
    const remedy = `First remove the placements with remove_discount_placement. ${find}`;
    rejectWith(tx, path, "IN_USE", `The connection has ${placements} placements. ${remedy}`);
  }
  if (pushes > 0 && !discardMessages) {
    const remedy = "Try again when all messages to the store are delivered, or pass discardMessages: true.";
    rejectWith(tx, path, "IN_USE", `${pushes} codes or credits are in the store, or still have to be sent to the store. ${remedy}`);
  }
  await deleteConnection(tx, rowId);
  tx.emit(connectionRemoved, rowId, { rowId, slug, name });
  return rowId;
}

function usedByIncentive({ rowId, name }: NamedIncentive, hasOthers: boolean): string {
  const incentives = `the incentive "${name}" (${rowId})${hasOthers ? " and other incentives" : ""}`;
  return `The connection is used by ${incentives}. Archive each incentive or change its rules first.`;
}
