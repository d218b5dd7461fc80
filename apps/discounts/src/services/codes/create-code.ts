import { discountCodeCreated, type tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { newId } from "@offergraph/shared/time/ids";
import { lockConnectionsForUse } from "../../db/connections.js";
import { completeRecords, insertCodes, type NewCode, queueAvailability, scheduleTransitions } from "../../db/discount-codes.js";
import { type GivenName, insertNames, lockName, readNameOwners } from "../../db/names.js";
import { writePlacements } from "../../db/placements.js";
import { type ConnectionRow, type DiscountCodeRecord, type DiscountCodeRow, idsOf } from "../../db/rows.js";
import { writeTagColors } from "../../db/tags.js";
import { addUnknownConnection, type PlacementPlan, type RequestedPlacement, readBody, readPlacements } from "../../domain/body.js";
import { checkCrossFieldRules, type DiscountCodeFields, type Patch, withDefaults } from "../../domain/fields.js";
import { addTaken, type Name, namesOf } from "../../domain/names.js";
import type { SaveArguments } from "../../domain/save-arguments.js";
import { nextTransition, statusToStore } from "../../domain/transitions.js";
import type { Db, MutationTx, Tx } from "../../tx.js";
import { emitRecolored, eventDataOf, fieldsOf } from "./events.js";

type CreateTx = MutationTx<typeof discountCodeCreated | typeof tagRecolored>;

/** Throws if the transaction has errors. */
export async function createFromBody(tx: CreateTx, given: CodeArguments): Promise<DiscountCodeRecord> {
  const { code } = given.body;
  if (code && !tx.errors.any) await lockName(tx, nameKey(code));
  const prepared = await prepare(tx, given, { creating: true, current: undefined, complete: withDefaults });
  // The cast is safe, because `createCode` throws if a required field is missing.
  return createCode(tx, prepared, withDefaults(prepared.patch) as DiscountCodeFields);
}

/** Writes a new code that `prepare` has validated. Throws if the transaction has errors. */
export async function createCode(tx: CreateTx, prepared: Prepared, fields: DiscountCodeFields): Promise<DiscountCodeRecord> {
  tx.check();
  const rowId = newId();
  const owned = prepared.names.map((name) => ({ ...name, discountCodeId: rowId }));
  const { rows, taken } = await insertWithNames(tx, [{ rowId, fields, createdBy: "SERVICE" }], owned);
  for (const name of taken) addTaken(name, tx.errors);
  tx.check();
  const [record] = await completeNewCodes(tx, rows, prepared);
  if (!record) throw new Error(`Invariant violated: discount code ${rowId} not found after insert.`);
  return record;
}

/** Writes tag colors and placements of inserted codes, and emits the codes' events. */
export async function completeNewCodes(
  tx: Tx<typeof discountCodeCreated | typeof tagRecolored>,
  codes: readonly DiscountCodeRow[],
  { tags, placements, connections }: Pick<Prepared, "tags" | "placements" | "connections">,
): Promise<DiscountCodeRecord[]> {
  // Queues an availability check, because grants may already have these aliases from another code.
  await queueAvailability(tx, idsOf(codes.filter(({ aliasCount }) => aliasCount > 0)));
  const recolored = tags ? await writeTagColors(tx, tags) : [];
  for (const { rowId } of codes) await writePlacements(tx, rowId, placements, { existing: [], connections });
  const havePlacements = placements.added !== undefined || (placements.listed ?? []).length > 0;
  const records = await completeRecords(tx.sql, codes, { havePlacements });
  for (const record of records) tx.emit(discountCodeCreated, record.rowId, eventDataOf(record));
  emitRecolored(tx, recolored);
  return records;
}

/** Inserts codes with their current status, transitions and names. Returns the rows, and the names that other codes already have. */
export async function insertWithNames(
  tx: Db,
  codes: readonly NewCode[],
  names: readonly GivenName[],
): Promise<{ rows: DiscountCodeRow[]; taken: GivenName[] }> {
  const statusWrittenAt = tx.now.toISOString();
  const stored = codes.map(({ fields, ...code }) => {
    const status = statusToStore(fields.status, fields.startAt, statusWrittenAt);
    return { ...code, fields: { ...fields, status } };
  });
  const rows = await insertCodes(tx, stored);
  await scheduleTransitions(tx, idsOf(stored.filter(({ fields }) => nextTransition({ ...fields, statusWrittenAt }))));
  return { rows, taken: await insertNames(tx, names) };
}

export type CodeArguments = Omit<SaveArguments, "id">;

export type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Validates a body and collects all errors. `current` is the code to change. For a new code, `complete` adds default values. */
export async function prepare(
  tx: MutationTx,
  { body, connectionId, path: argumentPath }: CodeArguments,
  { creating, current, complete }: { creating: boolean; current: DiscountCodeRecord | undefined; complete(patch: Patch): Patch },
) {
  const { errors: violations } = tx;
  const path = [...argumentPath, "body"];
  const { patch, tags } = readBody(body, { creating, path, ownAliases: current?.aliasedCodes ?? [], violations });
  const fields = current ? { ...fieldsOf(current), ...patch } : complete(patch);
  checkCrossFieldRules(fields, patch, path, violations);
  const names = namesOf(fields, patch, path, violations);
  await checkNames(tx, names, current?.rowId);
  const listed = readPlacements(body, { creating, path, violations });
  const added = connectionId === undefined ? undefined : { connectionId, child: null, path: [...argumentPath, "connectionId"] };
  const connections = await findConnections(tx, [...(listed ?? []), ...(added ? [added] : [])]);
  const placements: PlacementPlan = { listed, added };
  return { patch, tags, names, placements, connections };
}

async function checkNames({ sql, errors }: MutationTx, names: readonly Name[], except: string | undefined): Promise<void> {
  // Skips names that failed validation, because PostgreSQL may reject the texts.
  const valid = names.filter(({ path }) => !errors.has(path));
  if (valid.length === 0) return;
  const keys = valid.map(({ key }) => key);
  const owners = await readNameOwners(sql, keys, except);
  for (const name of valid) if (owners.has(name.key)) addTaken(name, errors);
}

/** Adds an error for each connection that does not exist. */
export async function findConnections({ sql, errors }: MutationTx, requested: readonly RequestedPlacement[]) {
  if (requested.length === 0) return new Map<string, ConnectionRow>();
  const ids = requested.map(({ connectionId }) => connectionId);
  const connections = new Map((await lockConnectionsForUse({ sql }, ids)).map((row) => [row.rowId, row]));
  for (const { connectionId, path } of requested) if (!connections.has(connectionId)) addUnknownConnection(path, errors);
  return connections;
}
