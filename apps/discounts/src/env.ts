import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";

/** The settings of discounts. Throws an Error that lists every finding. */
export function discountsEnv(source: NodeJS.ProcessEnv) {
  return readEnv(serviceEnv, source);
}

export type DiscountsEnv = ReturnType<typeof discountsEnv>;
