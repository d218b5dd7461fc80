import { holdSentRates, writeSentRates } from "../data/sent-rates.js";
import { rateFields, readRate, type SentRate } from "../domain/ingest/rate.js";
import { applyRates } from "./apply-rates.js";
import type { Kind, Taken } from "./kind.js";

const keyOf = ({ day, from, to }: SentRate) => `${day} ${from} ${to}`;

/** How exchange rates come in: of the rates of one day the last one that came counts. */
export const rateKind: Kind<SentRate> = {
  name: "rates",
  hasConnection: false,
  fields: rateFields,
  read: readRate,
  timesOf: ({ day }) => ({ day: `${day}T00:00:00.000Z` }),
  async take(write, records) {
    const rates = records.map(({ sent }) => sent);
    const known = new Map((await holdSentRates(write, rates)).map((rate) => [keyOf(rate), rate]));
    const changed = new Map<string, SentRate>();
    const taken = rates.map((rate): Taken => {
      const before = known.get(keyOf(rate));
      if (before && before.rate === rate.rate && before.provider === rate.provider) return { outcome: "unchanged" };
      known.set(keyOf(rate), rate);
      changed.set(keyOf(rate), rate);
      return { outcome: "accepted" };
    });
    await writeSentRates(write, [...changed.values()]);
    await applyRates(write, [...changed.values()]);
    return taken;
  },
};
