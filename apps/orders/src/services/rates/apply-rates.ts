import { shareAttributionLock } from "../../db/attribution.js";
import { queueOrdersOfRates } from "../../db/due-attributions.js";
import { readKnownReportingCurrency } from "../../db/reporting-currency.js";
import type { SentRate } from "../../domain/ingest/rate.js";
import type { Db } from "../../tx.js";

/**
 * Queues the orders that these rates, just written in this transaction, apply to. Rates to other currencies need nothing now: if one
 * becomes the reporting currency, its orders are queued then. shareAttributionLock orders that change and this transaction.
 */
export async function applyRates(tx: Db, rates: readonly Pick<SentRate, "day" | "from" | "to">[]): Promise<void> {
  if (rates.length === 0) return;
  await shareAttributionLock(tx);
  const known = await readKnownReportingCurrency(tx);
  await queueOrdersOfRates(
    tx,
    rates.filter(({ to }) => to === (known ?? to)).map(({ day, from }) => ({ day, currency: from })),
  );
}
