import { type HttpReach, httpStores } from "./http.js";
import { manualStores } from "./manual.js";
import type { StoreSettings } from "./settings.js";
import type { StoreProvider, StoreRow } from "./store.js";

/** Every way to reach a store. */
export interface Stores {
  providerOf(store: Pick<StoreRow, "provider">): StoreProvider;
  /** Lets go of all connections; what is under way fails as if the connection was lost. */
  close(): Promise<void>;
}

/** @param reach times and name resolution other than the usual ones, for tests */
export function createStores(settings: StoreSettings, reach?: Partial<HttpReach>): Stores {
  const http = httpStores(settings, reach);
  const providers: Record<string, StoreProvider> = { manual: manualStores, http };
  return {
    providerOf({ provider }) {
      const found = providers[provider];
      if (!found) throw new Error(`There is no provider "${provider}".`);
      return found;
    },
    close: () => http.close(),
  };
}
