import { shareAttributionLock } from "../../db/attribution.js";
import { queueOrdersOfRates } from "../../db/due-attributions.js";
import { readKnownReporting } from "../../db/reporting.js";
import { appendRateVersions, lockSentRates, writeSentRates } from "../../db/sent-rates.js";
import { checkRate, rateFields, type SentRate } from "../../domain/ingest/rate.js";
import type { Db } from "../../tx.js";
import type { Kind, WriteResult } from "../ingest/kind.js";

const keyOf = ({ day, from, to }: SentRate) => `${day} ${from} ${to}`;

/** The last received rate replaces the previous rates of the same day and currencies. Every version is stored with its sender. */
export const rateKind: Kind<SentRate> = {
  name: "rates",
  emits: [],
  hasConnection: false,
  fields: rateFields,
  check: checkRate,
  timesOf: ({ day }) => ({ day: `${day}T00:00:00.000Z` }),
  async write(tx, records) {
    const rates = records.map(({ sent }) => sent);
    const known = new Map((await lockSentRates(tx, rates)).map((rate) => [keyOf(rate), rate]));
    const changed = new Map<string, SentRate>();
    const versions: SentRate[] = [];
    const results = rates.map((rate): WriteResult => {
      const before = known.get(keyOf(rate));
      if (before && before.rate === rate.rate && before.provider === rate.provider) return { outcome: "unchanged" };
      known.set(keyOf(rate), rate);
      changed.set(keyOf(rate), rate);
      versions.push(rate);
      return { outcome: "accepted" };
    });
    await appendRateVersions(tx, versions);
    await writeSentRates(tx, [...changed.values()]);
    if (changed.size > 0) await queueOrders(tx, [...changed.values()]);
    return results;
  },
};

/**
 * Queues orders whose reported amounts may depend on the new rates. The attribution lock prevents concurrent changes of the reporting
 * currency.
 */
async function queueOrders(tx: Db, rates: readonly SentRate[]): Promise<void> {
  await shareAttributionLock(tx);
  await queueOrdersOfRates(tx, rates, (await readKnownReporting(tx))?.currency);
}
