import { holdAttribution } from "../data/attribution.js";
import { noteRates } from "../data/due-attributions.js";
import { readKnownReportingCurrency } from "../data/reporting-currency.js";
import type { OrdersWrite } from "../data/write.js";
import type { SentRate } from "../domain/ingest/rate.js";

/**
 * Has the orders reported anew that these rates, which were just written in this transaction, are for: soon after it is committed. Rates
 * to other currencies wait for one of these to become the reporting currency: who moves the workspace there waits for this transaction,
 * or is seen by it (holdAttribution).
 */
export async function applyRates(write: OrdersWrite, rates: readonly Pick<SentRate, "day" | "from" | "to">[]): Promise<void> {
  if (rates.length === 0) return;
  await holdAttribution(write);
  const known = await readKnownReportingCurrency(write);
  await noteRates(
    write,
    rates.filter(({ to }) => to === (known ?? to)).map(({ day, from }) => ({ day, currency: from })),
  );
}
