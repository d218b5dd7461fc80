import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { currencyOf } from "@offergraph/shared/schema/currencies";
import { z } from "zod";

export const reportingEnv = {
  /** Reporting currency (ISO 4217), normalized to lower case. */
  REPORTING_CURRENCY: z
    .string()
    .refine((code) => currencyOf(code) !== undefined, 'must be an ISO 4217 currency code, e.g. "eur"')
    .transform((code) => code.toLowerCase())
    .default("usd"),
};

const ordersEnv = {
  ...serviceEnv,
  ...reportingEnv,
  /** An open checkout counts as abandoned after this time without an update. */
  CHECKOUT_ABANDONED_AFTER_MINUTES: z.coerce.number().int().min(1).max(525_600).default(1_440),
};

export type OrdersSettings = ReturnType<typeof readSettings>;

/** Reads the settings. Throws an Error that lists all problems. */
export function readSettings(source: NodeJS.ProcessEnv) {
  return readEnv(ordersEnv, source);
}
