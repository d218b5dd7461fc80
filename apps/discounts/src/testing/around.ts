import type { StoreMessage, StoreProvider } from "../services/stores/store.js";
import type { Stores } from "../services/stores/stores.js";

/** Replaces the method `push` of `StoreProvider` in tests. `send` calls the original `push`. */
export type Around = (send: () => Promise<void>, message: StoreMessage) => Promise<void>;

export function withAround(stores: Stores, around: Around): Stores {
  const wrapped = (provider: StoreProvider): StoreProvider => ({
    push: (store, message) => around(() => provider.push(store, message), message),
    searchTargets: (store, search) => provider.searchTargets(store, search),
    verify: (store) => provider.verify(store),
    isCircuitOpen: (connectionId) => provider.isCircuitOpen(connectionId),
  });
  return { providerOf: (store) => wrapped(stores.providerOf(store)), close: () => stores.close() };
}
