import type { StoreProvider } from "./store.js";

/** Stores that people keep by hand: never pushed to, and without a catalogue to search. */
export const manualStores: StoreProvider = {
  push: async () => {},
  remove: async () => {},
  credit: async () => {},
  searchTargets: async () => [],
  isResting: () => false,
};
