import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, type Statement, sql } from "@offergraph/service/db/statement";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import type { OpenGrant, UsedPart } from "../domain/spending.js";
import type { IncentiveKind } from "../generated/types.js";
import type { Db } from "../tx.js";
import { type SpendRow, spendColumns, type UseRow, useColumns } from "./rows.js";

const ofKind = (kind: IncentiveKind, customerId: string) =>
  sql`g.customer_id = ${customerId}::uuid AND g.kind = ${incentiveKinds.indexOf(kind)} AND g.state = ${grantStates.indexOf("ISSUED")}`;
export const unexpired = (now: Date) => sql`(g.expires_at IS NULL OR g.expires_at > ${now.toISOString()}::timestamptz)`;
// `spend_credit` cannot spend credit that was sent to a store. `sent_to_store` is null in grants from earlier versions of the service.
const isAtStore = `coalesce(g.sent_to_store, NOT EXISTS (
  SELECT FROM connection_references k WHERE k.workspace_id = g.workspace_id AND k.row_id = g.connection_id AND k.provider = 'manual'))`;
/** True if `spend_credit` can spend the credit of grant `g`. */
export const isSpendable = raw(`(g.customer_verified AND NOT ${isAtStore})`);
/**
 * True if ledger entry `l` of grant `g` belongs to the spendable credit. Entries from before the customer's verification are not spendable.
 */
export const isSpendableEntry = raw(`(l.customer_verified AND NOT ${isAtStore})`);
// Serializes transactions that spend, expire or reverse the same grant.
const locked = sql`ORDER BY g.expires_at NULLS LAST, g.issued_at, g.row_id FOR UPDATE`;
const ofCurrency = (currency: string) => sql`g.currency = ${currency}`;
const ofLookupKey = (lookupKey: string) => sql`g.lookup_key = ${lookupKey}`;

export interface OpenCredit extends OpenGrant {
  connectionId: string;
}

/** Locks a customer's grants with unused credit that `spend_credit` can spend. Returns the grants in the order in which they expire. */
export async function lockOpenCredits(tx: Db, customerId: string, currency: string): Promise<OpenCredit[]> {
  const rows = await tx.sql<Omit<OpenCredit, "remaining"> & { remaining: string }>(sql`
    SELECT g.row_id AS "rowId", g.amount_minor - g.used AS remaining, g.connection_id AS "connectionId"
    FROM grants g WHERE ${ofKind("billing_credit", customerId)} AND ${ofCurrency(currency)} AND g.used < g.amount_minor AND ${unexpired(tx.now)}
      AND ${isSpendable} ${locked}`);
  return rows.map((row) => ({ ...row, remaining: BigInt(row.remaining) }));
}

export interface OpenEntitlement extends OpenGrant {
  limit: bigint;
}

/** Locks a verified customer's grants of an entitlement. Returns the grants in the order in which they expire. */
export async function lockEntitlements(tx: Db, customerId: string, lookupKey: string): Promise<OpenEntitlement[]> {
  const rows = await tx.sql<{ rowId: string; limit: number; used: string }>(sql`
    SELECT g.row_id AS "rowId", g.entitlement_limit AS "limit", g.used
    FROM grants g WHERE ${ofKind("entitlement", customerId)} AND ${ofLookupKey(lookupKey)} AND ${unexpired(tx.now)}
      AND g.customer_verified ${locked}`);
  return rows.map(({ rowId, limit, used }) => ({ rowId, limit: BigInt(limit), remaining: BigInt(limit) - BigInt(used) }));
}

/** Marks parts of grants as used. The caller must have locked the grants. */
export async function addUsed(tx: Db, parts: readonly UsedPart[]): Promise<void> {
  await tx.sql(sql`
    UPDATE grants g SET used = g.used + p.amount
    FROM unnest(${parts.map(({ rowId }) => rowId)}::uuid[], ${parts.map(({ amount }) => String(amount))}::bigint[]) AS p(id, amount)
    WHERE g.workspace_id = ${tx.workspaceId}::uuid AND g.row_id = p.id`);
}

/** Returns the first customer id in `ids` that ever received a credit. */
export const findCreditHolder = (read: Read, ids: readonly string[]) => findHolder(read, sql`credit_balances g`, ids);
/** Returns the first customer id in `ids` that ever received an entitlement. */
export const findEntitlementHolder = (read: Read, ids: readonly string[]) => findHolder(read, sql`entitlements g`, ids);

async function findHolder(read: Read, table: Statement, ids: readonly string[]): Promise<string | undefined> {
  const rows = await read<{ id: string }>(sql`SELECT DISTINCT g.customer_id AS id FROM ${table} WHERE g.customer_id = ANY(${ids}::uuid[])`);
  return ids.find((id) => rows.some((row) => row.id === id));
}

/** True if the customer has ever received a credit in the given currency. */
export const hadCredit = (read: Read, customerId: string, currency: string) =>
  exists(read, sql`credit_balances g WHERE g.customer_id = ${customerId}::uuid AND ${ofCurrency(currency)}`);
/** True if the customer has ever received the entitlement, verified or not. */
export const hadEntitlement = (read: Read, customerId: string, lookupKey: string) =>
  exists(read, sql`entitlements g WHERE g.customer_id = ${customerId}::uuid AND ${ofLookupKey(lookupKey)}`);

const exists = async (read: Read, source: Statement) => (await read(sql`SELECT FROM ${source} LIMIT 1`)).length > 0;

export async function findSpend(read: Read, reference: string): Promise<SpendRow | undefined> {
  const [spend] = await read<SpendRow>(sql`SELECT ${spendColumns} FROM credit_spends s WHERE s.reference = ${reference}`);
  return spend;
}

export const readSpends = (read: Read, ids: readonly string[]) =>
  read<SpendRow>(sql`SELECT ${spendColumns} FROM ${rowsById("credit_spends", ids)} s`);

export async function findUse(read: Read, reference: string): Promise<UseRow | undefined> {
  const [use] = await read<UseRow>(sql`SELECT ${useColumns} FROM entitlement_uses u WHERE u.reference = ${reference}`);
  return use;
}

export async function insertSpend(tx: Db, spend: SpendRow): Promise<void> {
  const { rowId, createdAt, customerId, amountMinor, currency, reference, note, balanceMinor } = spend;
  await tx.sql(sql`
    INSERT INTO credit_spends (row_id, workspace_id, created_at, customer_id, amount_minor, currency, reference, note, balance_minor)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${createdAt}::timestamptz, ${customerId}::uuid, ${amountMinor}::bigint, ${currency},
      ${reference}, ${note}, ${balanceMinor}::bigint)`);
}

export async function insertUse(tx: Db, use: UseRow): Promise<void> {
  const { rowId, createdAt, customerId, lookupKey, quantity, reference, limit, used } = use;
  await tx.sql(sql`
    INSERT INTO entitlement_uses (row_id, workspace_id, created_at, customer_id, lookup_key, quantity, reference, "limit", used)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${createdAt}::timestamptz, ${customerId}::uuid, ${lookupKey}, ${quantity}::integer,
      ${reference}, ${limit}::bigint, ${used}::bigint)`);
}
