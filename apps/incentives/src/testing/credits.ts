import type { UsedPart } from "../domain/spending.js";
import { outcomeEvents, processOutcome } from "../services/granting/process-outcome.js";
import type { Client, Fixture, UserError } from "./fixture.js";
import { answerOf, creditRule, entitlementRule } from "./granting.js";
import { addConnection, createActive, type Incentive } from "./incentives.js";

export interface Spend {
  rowId: string;
  balanceMinor: string;
  [field: string]: unknown;
}

export interface Use {
  rowId: string;
  used: string;
  [field: string]: unknown;
}

const failed = "userErrors { field code message }";
const spending = `mutation ($input: SpendCreditInput!) { answer: spend_credit(input: $input) {
  spend { rowId createdAt customerId customer { rowId } amountMinor currency reference note balanceMinor } ${failed} } }`;
const using = `mutation ($input: UseEntitlementInput!) { answer: use_entitlement(input: $input) {
  use { rowId createdAt customerId lookupKey quantity reference limit used remaining } ${failed} } }`;

export interface SpendAnswer {
  spend: Spend | null;
  userErrors: UserError[];
}

export interface UseAnswer {
  use: Use | null;
  userErrors: UserError[];
}

export const spendCredit = async (client: Pick<Client, "data">, input: object, key?: string) =>
  (await client.data<{ answer: SpendAnswer }>(spending, { input }, key)).answer;

export const useEntitlement = async (client: Pick<Client, "data">, input: object, key?: string) =>
  (await client.data<{ answer: UseAnswer }>(using, { input }, key)).answer;

/** Creates an active incentive with a credit in EUR that expires after 30 days. Credits of `http` connections are sent to the store. */
export const createCredit = async (
  fixture: Fixture,
  client: Client,
  amount: number,
  provider: "http" | "manual" = "manual",
): Promise<Incentive> => createActive(fixture, client, { rules: [creditRule(await addConnection(fixture, client, provider), amount)] });

/** Creates an active incentive with an entitlement for `seats`. */
export const createEntitlement = (fixture: Fixture, client: Client, limit: number, terms: object = {}): Promise<Incentive> =>
  createActive(fixture, client, { rules: [entitlementRule({ limit, ...terms })] });

export async function grantTo(fixture: Fixture, client: Client, incentive: Incentive, customerId: string, isVerified = true) {
  const response = answerOf(fixture, incentive, { customerId, customerVerified: isVerified });
  const { database } = fixture.running.parts;
  await database.transaction({ workspaceId: client.workspaceId, emits: outcomeEvents }, (tx) =>
    processOutcome(tx, { ...response, visitorId: null }),
  );
}

/** Grants a verified customer `count` credits, each with the amount 1. */
export async function grantMany({ admin, clock }: Fixture, client: Client, incentive: Incentive, customerId: string, count: number) {
  const rule = incentive.rules[0];
  const given = [client.workspaceId, customerId, rule?.connectionId, clock.now(), incentive.rowId, rule?.rowId, count];
  await admin.query(
    `WITH granted AS (
       INSERT INTO grants (row_id, workspace_id, created_at, updated_at, incentive_id, rule_id, form_response_id, customer_id,
         customer_verified, kind, state, outcome_at, issued_at, connection_id, amount_minor, currency, sent_to_store)
       SELECT gen_random_uuid(), $1, $4, $4, $5, $6, gen_random_uuid(), $2, true, 1, 3, $4, $4, $3, 1, 'eur', false
       FROM generate_series(1, $7::integer) RETURNING row_id
     ), booked AS (
       INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
         customer_verified)
       SELECT gen_random_uuid(), $1, $4, g.row_id, $2, $3, 0, 1, 'eur', true FROM granted g
     )
     INSERT INTO credit_balances (workspace_id, customer_id, connection_id, currency, amount_minor, customer_verified)
     VALUES ($1, $2, $3, 'eur', $7, true)`,
    given,
  );
}

/** Runs a statement that changes the ledger. Disables triggers, because a trigger of the ledger rejects changes. */
export const rewriteLedger = ({ admin }: Fixture, statement: string) =>
  admin.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`);

/**
 * Returns three sums: all ledger entries, the customers' entries, and the balances. `unpaired` counts entries with a missing or duplicate
 * counter entry.
 */
export async function sumsOf(fixture: Fixture, { workspaceId }: Pick<Client, "workspaceId">) {
  const { rows } = await fixture.admin.query<{ ledger: string; accounts: string; balances: string; unpaired: string }>(
    `SELECT coalesce(sum(l.amount_minor), 0)::text AS ledger,
       coalesce(sum(l.amount_minor) FILTER (WHERE l.account = 0), 0)::text AS accounts,
       (SELECT coalesce(sum(b.amount_minor), 0)::text FROM credit_balances b WHERE b.workspace_id = $1) AS balances,
       (SELECT count(*)::text FROM credit_ledger e WHERE e.workspace_id = $1 AND e.account = 0 AND 1 <> (
          SELECT count(*) FROM credit_ledger c WHERE c.workspace_id = $1 AND c.counter_of = e.row_id
            AND c.amount_minor = -e.amount_minor AND c.account = e.kind + 1)) AS unpaired
     FROM credit_ledger l WHERE l.workspace_id = $1`,
    [workspaceId],
  );
  if (!rows[0]) throw new Error("The sums are missing.");
  return rows[0];
}

/** Reads a customer's grants with their used parts, sorted by expiry time. */
export async function usedOf(fixture: Fixture, customerId: string): Promise<UsedPart[]> {
  const { rows } = await fixture.admin.query<{ id: string; used: string }>(
    "SELECT row_id AS id, used FROM grants WHERE customer_id = $1 ORDER BY expires_at NULLS LAST, issued_at, row_id",
    [customerId],
  );
  return rows.map(({ id, used }) => ({ rowId: id, amount: BigInt(used) }));
}
