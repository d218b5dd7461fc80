import { appendRateVersions, lockSentRates, writeSentRates } from "../../db/sent-rates.js";
import { rateFields, readRate, type SentRate } from "../../domain/ingest/rate.js";
import type { Kind, WriteResult } from "../ingest/kind.js";
import { applyRates } from "./apply-rates.js";

const keyOf = ({ day, from, to }: SentRate) => `${day} ${from} ${to}`;

/** The last rate received for a day wins. Every version is stored with its sender. */
export const rateKind: Kind<SentRate> = {
  name: "rates",
  emits: [],
  hasConnection: false,
  takesConnectionKeys: false,
  fields: rateFields,
  read: readRate,
  timesOf: ({ day }) => ({ day: `${day}T00:00:00.000Z` }),
  async write(tx, records) {
    const rates = records.map(({ sent }) => sent);
    const known = new Map((await lockSentRates(tx, rates)).map((rate) => [keyOf(rate), rate]));
    const changed = new Map<string, SentRate>();
    const versions: SentRate[] = [];
    const taken = rates.map((rate): WriteResult => {
      const before = known.get(keyOf(rate));
      if (before && before.rate === rate.rate && before.provider === rate.provider) return { outcome: "unchanged" };
      known.set(keyOf(rate), rate);
      changed.set(keyOf(rate), rate);
      versions.push(rate);
      return { outcome: "accepted" };
    });
    await appendRateVersions(tx, versions);
    await writeSentRates(tx, [...changed.values()]);
    await applyRates(tx, [...changed.values()]);
    return taken;
  },
};
