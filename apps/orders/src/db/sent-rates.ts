import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { SentRate } from "../domain/ingest/rate.js";
import type { Db, Tx } from "./tx.js";

/** Locks the workspace's rates until the transaction ends and reads the stored ones of these keys. */
export async function lockSentRates(tx: Db, rates: readonly SentRate[]): Promise<SentRate[]> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rates of ${tx.workspaceId}`}, 0))::text AS held`);
  return tx.sql(sql`
    SELECT x.day, x.from_currency AS "from", x.to_currency AS "to", trim_scale(x.rate) AS rate, x.provider
    FROM unnest(${rates.map(({ day }) => day)}::date[], ${rates.map(({ from }) => from)}::text[], ${rates.map(({ to }) => to)}::text[])
      AS wanted(day, from_currency, to_currency)
    JOIN exchange_rates x ON x.workspace_id = ${tx.workspaceId}::uuid AND x.day = wanted.day AND x.from_currency = wanted.from_currency
      AND x.to_currency = wanted.to_currency`);
}

/** Appends rates to the history, in this order, with their sender. */
export async function appendRateVersions(tx: Tx, rates: readonly SentRate[]): Promise<void> {
  if (rates.length === 0) return;
  await tx.sql(sql`
    INSERT INTO exchange_rate_versions (workspace_id, day, from_currency, to_currency, rate, provider, received_at, key_id, member_id)
    SELECT ${tx.workspaceId}::uuid, given.day, given."from", given."to", given.rate, given.provider, ${tx.now},
      ${tx.actor?.keyId ?? null}::uuid, ${tx.actor?.memberId ?? null}::uuid
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(rates)}::json) AS (day date, "from" text, "to" text, rate numeric, provider text))
      WITH ORDINALITY AS given(day, "from", "to", rate, provider, place)
    ORDER BY given.place`);
}

/** One version of a day's rate, with its sender. */
export interface RateVersion extends SentRate {
  receivedAt: string;
  keyId: string | null;
  memberId: string | null;
}

/** Reads the history of rates, newest first; absent conditions match all. */
export function readRateVersions(
  read: Read,
  conditions: { day?: string | undefined; from?: string | undefined; to?: string | undefined },
  limit: number,
): Promise<RateVersion[]> {
  const [day, from, to] = [conditions.day ?? null, conditions.from ?? null, conditions.to ?? null];
  return read(sql`
    SELECT v.day, v.from_currency AS "from", v.to_currency AS "to", trim_scale(v.rate) AS rate, v.provider, v.received_at AS "receivedAt",
      v.key_id AS "keyId", v.member_id AS "memberId"
    FROM exchange_rate_versions v
    WHERE (${day}::date IS NULL OR v.day = ${day}::date) AND (${from}::text IS NULL OR v.from_currency = ${from}::text)
      AND (${to}::text IS NULL OR v.to_currency = ${to}::text)
    ORDER BY v.sequence DESC LIMIT ${limit}::integer`);
}

/** Upserts these rates. Expects each key once. */
export async function writeSentRates(tx: Db, rates: readonly SentRate[]): Promise<void> {
  if (rates.length === 0) return;
  await tx.sql(sql`
    INSERT INTO exchange_rates (workspace_id, day, from_currency, to_currency, rate, provider)
    SELECT ${tx.workspaceId}::uuid, given.day, given."from", given."to", given.rate, given.provider
    FROM json_to_recordset(${JSON.stringify(rates)}::json) AS given(day date, "from" text, "to" text, rate numeric, provider text)
    ON CONFLICT (workspace_id, day, from_currency, to_currency) DO UPDATE SET rate = excluded.rate, provider = excluded.provider`);
}
