import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";
import { currencyOf } from "./domain/ingest/currencies.js";

/** What amounts are reported in. */
export const reportingEnv = {
  /** The currency that amounts are reported in: ISO 4217; kept in lower case. */
  REPORTING_CURRENCY: z
    .string()
    .refine((code) => currencyOf(code) !== undefined, 'has to be the code of a currency by ISO 4217, e.g. "eur"')
    .transform((code) => code.toLowerCase())
    .default("usd"),
};

const ordersEnv = {
  ...serviceEnv,
  ...reportingEnv,
  /** After how long without news from its store an open checkout counts as abandoned. */
  CHECKOUT_ABANDONED_AFTER_MINUTES: z.coerce.number().int().min(1).max(525_600).default(1_440),
};

/** The settings of orders. */
export type OrdersSettings = ReturnType<typeof readSettings>;

/** Reads the settings of orders. Throws an Error that lists every finding. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(ordersEnv, source);
}
