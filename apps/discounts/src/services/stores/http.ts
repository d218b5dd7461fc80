import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import { Agent } from "undici";
import type { StoreRow } from "../../db/rows.js";
import { createBreakers } from "./breakers.js";
import { type Resolve, readEndpoint } from "./endpoint.js";
import { exchange } from "./exchange.js";
import { readSearchAnswer } from "./search-answer.js";
import { openSecret } from "./secrets.js";
import type { StoreSettings } from "./settings.js";
import { ssrfSafeConnector } from "./ssrf-safe-connector.js";
import type { StoreMessage, StoreProvider } from "./store.js";

/** Timeouts in milliseconds, and name resolution. */
export interface HttpReach {
  connectMs: number;
  pushMs: number;
  searchMs: number;
  /** Time that an open circuit breaker rejects requests. */
  restMs: number;
  resolve: Resolve;
}

const defaults = { connectMs: 5_000, pushMs: 10_000, searchMs: 5_000, restMs: 5_000 };

/** Provider `http`: signed JSON over HTTP (docs/stores.md). */
export function httpStores(
  { allowPrivate, secretKey }: StoreSettings,
  reach?: Partial<HttpReach>,
): StoreProvider & { close(): Promise<void> } {
  const { connectMs, pushMs, searchMs, restMs, resolve } = { ...defaults, ...reach };
  const agent = new Agent({ connect: ssrfSafeConnector({ allowPrivate, ...(resolve && { resolve }) }, connectMs) });
  const breakers = createBreakers(restMs);
  const send = ({ rowId, endpoint, secret }: StoreRow, message: StoreMessage, timeoutMs: number) =>
    breakers.run(rowId, () =>
      exchange(agent, {
        endpoint: readEndpoint(endpoint ?? "", allowPrivate),
        secret: openSecret(secretKey, rowId, secret ?? ""),
        message,
        timeoutMs,
      }),
    );
  const deliver = async (store: StoreRow, message: StoreMessage) => {
    await send(store, message, pushMs);
  };
  return {
    push: deliver,
    remove: deliver,
    credit: deliver,
    async searchTargets(store, { kind, query }) {
      const text = canonicalJson({ type: "placement_targets.search", data: { connectionId: store.rowId, kind, query } });
      return readSearchAnswer(await send(store, { id: newId(), text }, searchMs), kind);
    },
    isCircuitOpen: (connectionId) => breakers.isCircuitOpen(connectionId),
    close: () => agent.destroy(),
  };
}
