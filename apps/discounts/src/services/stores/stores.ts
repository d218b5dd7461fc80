import type { StoreRow } from "../../db/rows.js";
import type { StoreSettings } from "../../env.js";
import { type HttpOptions, httpStores } from "./http.js";
import { StoreError, type StoreProvider } from "./store.js";

export interface Stores {
  providerOf(store: Pick<StoreRow, "provider">): StoreProvider;
  /** Aborts requests in progress. */
  close(): Promise<void>;
}

/** Manual connections get no pushes and have no catalog to search. */
const manualStores: StoreProvider = {
  push: async () => {},
  searchTargets: async () => [],
  verify: async () => {
    throw new StoreError("A connection with the provider `manual` has no endpoint.", true);
  },
  isCircuitOpen: () => false,
};

export function createStores(settings: StoreSettings, options?: Partial<HttpOptions>): Stores {
  const http = httpStores(settings, options);
  return { providerOf: ({ provider }) => (provider === "manual" ? manualStores : http), close: () => http.close() };
}
