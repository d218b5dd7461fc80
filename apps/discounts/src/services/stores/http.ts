import { ssrfSafeConnector } from "@offergraph/service/outbound/ssrf-safe-connector";
import type { Resolve } from "@offergraph/service/outbound/url";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { newId } from "@offergraph/shared/time/ids";
import { Agent } from "undici";
import { z } from "zod";
import type { StoreRow } from "../../db/rows.js";
import type { StoreSettings } from "../../env.js";
import type { PlacementTargetKind } from "../../generated/types.js";
import { createBreakers } from "./breakers.js";
import { readEndpoint } from "./endpoint.js";
import { exchange } from "./exchange.js";
import { openSecret } from "./secrets.js";
import { type FoundTarget, StoreError, type StoreMessage, type StoreProvider } from "./store.js";

/** Timeouts in milliseconds. `openMs` is the time for which an open circuit breaker rejects requests. */
const defaults = { connectMs: 5_000, pushMs: 10_000, searchMs: 5_000, openMs: 5_000 };
export type HttpOptions = typeof defaults & { resolve: Resolve };

/** The provider `http` sends signed JSON over HTTP, as docs/stores.md describes. */
export function httpStores({ allowPrivate, secretKey }: StoreSettings, options?: Partial<HttpOptions>) {
  const { connectMs, pushMs, searchMs, openMs, resolve } = { resolve: undefined, ...defaults, ...options };
  const agent = new Agent({ connect: ssrfSafeConnector({ allowPrivate, ...(resolve && { resolve }) }, connectMs) });
  const breakers = createBreakers(openMs);
  const sendOnce = ({ rowId, endpoint, secret }: StoreRow, message: StoreMessage, timeoutMs: number) =>
    exchange(agent, {
      endpoint: readEndpoint(endpoint ?? "", allowPrivate),
      secret: openSecret(secretKey, rowId, secret ?? ""),
      message,
      timeoutMs,
    });
  const send = (store: StoreRow, message: StoreMessage, timeoutMs: number) =>
    breakers.run(store.rowId, async () => sendOnce(store, message, timeoutMs));
  const provider: StoreProvider = {
    async push(store, message) {
      await send(store, message, pushMs);
    },
    async searchTargets(store, { kind, query }) {
      return readSearchResponse(await send(store, searchMessage(store, kind, query), searchMs), kind);
    },
    async verify(store) {
      const response = await sendOnce(store, searchMessage(store, "PRODUCT", ""), searchMs);
      readSearchResponse(response, "PRODUCT");
      return response.status;
    },
    isCircuitOpen: breakers.isCircuitOpen,
  };
  return { ...provider, close: () => agent.destroy() };
}

function searchMessage({ rowId: connectionId }: StoreRow, kind: PlacementTargetKind, query: string): StoreMessage {
  return { id: newId(), text: canonicalJson({ type: "placement_targets.search", data: { connectionId, kind, query } }) };
}

const maxTargets = 250;

function readSearchResponse({ status, text }: { status: number; text: string }, requested: PlacementTargetKind): FoundTarget[] {
  const target = z.object({
    kind: z.literal(requested),
    // Limits the lengths of `externalRef` and `title` as `set_placement_targets` does.
    externalRef: z.string().min(1).max(255),
    title: z.string().max(255).nullable().default(null),
  });
  const targets = z
    .array(z.unknown())
    .transform((found) => found.slice(0, maxTargets))
    .pipe(z.array(target));
  try {
    return z.object({ targets }).parse(JSON.parse(text)).targets;
  } catch {
    throw new StoreError("The store's search response has an invalid format.", true, status);
  }
}
