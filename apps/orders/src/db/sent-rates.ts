import { sql } from "@offergraph/service/db/statement";
import type { SentRate } from "../domain/ingest/rate.js";
import type { Db, Tx } from "../tx.js";

/** Locks the workspace's rates and reads the stored rates with these keys. */
export async function lockSentRates(tx: Db, rates: readonly SentRate[]): Promise<SentRate[]> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rates of ${tx.workspaceId}`}, 0))::text AS held`);
  return tx.sql(sql`
    SELECT x.day, x.from_currency AS "from", x.to_currency AS "to", trim_scale(x.rate) AS rate, x.provider
    FROM unnest(${rates.map(({ day }) => day)}::date[], ${rates.map(({ from }) => from)}::text[], ${rates.map(({ to }) => to)}::text[])
      AS wanted(day, from_currency, to_currency)
    JOIN exchange_rates x ON x.workspace_id = ${tx.workspaceId}::uuid AND x.day = wanted.day AND x.from_currency = wanted.from_currency
      AND x.to_currency = wanted.to_currency`);
}

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

/** Reads the history of rates with their senders, newest first. Omitted arguments match all rates. */
export async function readRateVersions(tx: Tx, { day, from, to }: { day?: string; from?: string; to?: string }, limit: number) {
  const versions = await tx.prisma.exchangeRateVersion.findMany({
    where: { ...(day && { day: new Date(day) }), ...(from && { fromCurrency: from }), ...(to && { toCurrency: to }) },
    orderBy: { sequence: "desc" },
    take: limit,
  });
  return versions.map(({ day: of, fromCurrency, toCurrency, rate, provider, receivedAt, keyId, memberId }) => ({
    ...{ day: of.toISOString().slice(0, 10), from: fromCurrency, to: toCurrency, rate: rate.toFixed(), provider },
    ...{ receivedAt: receivedAt.toISOString(), keyId, memberId },
  }));
}

export async function writeSentRates(tx: Db, rates: readonly SentRate[]): Promise<void> {
  if (rates.length === 0) return;
  await tx.sql(sql`
    INSERT INTO exchange_rates (workspace_id, day, from_currency, to_currency, rate, provider)
    SELECT ${tx.workspaceId}::uuid, given.day, given."from", given."to", given.rate, given.provider
    FROM json_to_recordset(${JSON.stringify(rates)}::json) AS given(day date, "from" text, "to" text, rate numeric, provider text)
    ON CONFLICT (workspace_id, day, from_currency, to_currency) DO UPDATE SET rate = excluded.rate, provider = excluded.provider`);
}
