import { sql } from "@offergraph/shared/database/statement";
import type { SentRate } from "../domain/ingest/rate.js";
import type { OrdersWrite } from "./write.js";

/** What is known of rates of these keys. Until this transaction ends, nobody else takes rates in for the workspace. */
export async function holdSentRates({ read, workspaceId }: OrdersWrite, rates: readonly SentRate[]): Promise<SentRate[]> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rates of ${workspaceId}`}, 0))::text AS held`);
  return read(sql`
    SELECT x.day, x.from_currency AS "from", x.to_currency AS "to", trim_scale(x.rate) AS rate, x.provider
    FROM unnest(${rates.map(({ day }) => day)}::date[], ${rates.map(({ from }) => from)}::text[], ${rates.map(({ to }) => to)}::text[])
      AS wanted(day, from_currency, to_currency)
    JOIN exchange_rates x ON x.workspace_id = ${workspaceId}::uuid AND x.day = wanted.day AND x.from_currency = wanted.from_currency
      AND x.to_currency = wanted.to_currency`);
}

/** Writes these rates, each key once. */
export async function writeSentRates({ read, workspaceId }: OrdersWrite, rates: readonly SentRate[]): Promise<void> {
  if (rates.length === 0) return;
  await read(sql`
    INSERT INTO exchange_rates (workspace_id, day, from_currency, to_currency, rate, provider)
    SELECT ${workspaceId}::uuid, given.day, given."from", given."to", given.rate, given.provider
    FROM json_to_recordset(${JSON.stringify(rates)}::json) AS given(day date, "from" text, "to" text, rate numeric, provider text)
    ON CONFLICT (workspace_id, day, from_currency, to_currency) DO UPDATE SET rate = excluded.rate, provider = excluded.provider`);
}
