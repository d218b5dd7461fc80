import type { StoreProvider } from "./store.js";

/** Provider `manual`: never pushed to, no catalog to search. */
export const manualStores: StoreProvider = {
  push: async () => {},
  remove: async () => {},
  credit: async () => {},
  searchTargets: async () => [],
  isCircuitOpen: () => false,
};
