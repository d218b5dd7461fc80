import type { StoreRow } from "../../db/rows.js";
import { type HttpReach, httpStores } from "./http.js";
import { manualStores } from "./manual.js";
import type { StoreSettings } from "./settings.js";
import type { StoreProvider } from "./store.js";

export interface Stores {
  providerOf(store: Pick<StoreRow, "provider">): StoreProvider;
  /** Closes all connections; requests in progress fail. */
  close(): Promise<void>;
}

/** @param reach timeouts and name resolution for tests */
export function createStores(settings: StoreSettings, reach?: Partial<HttpReach>): Stores {
  const http = httpStores(settings, reach);
  const providers: Record<string, StoreProvider> = { manual: manualStores, http };
  return {
    providerOf({ provider }) {
      const found = providers[provider];
      if (!found) throw new Error(`Unknown provider "${provider}".`);
      return found;
    },
    close: () => http.close(),
  };
}
