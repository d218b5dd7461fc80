import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { StoreRow } from "../../db/rows.js";
import { StoreError } from "../stores/store.js";
import type { Stores } from "../stores/stores.js";

type Deps = Pick<RequestBase, "clock" | "log"> & { readonly stores: Stores };

/**
 * Sends a test request to a connection's store and returns the result. Returns undefined for a manual connection, which has no endpoint.
 */
export async function verifyStore({ clock, log, stores }: Deps, store: StoreRow) {
  if (store.provider === "manual") return undefined;
  const start = performance.now();
  const result = await check(stores, store);
  const latencyMs = Math.round(performance.now() - start);
  const { rowId: connectionId } = store;
  if (result.problem) log.info({ connectionId, reason: result.problem }, "Store verification failed");
  return { connectionId, checkedAt: clock.now().toISOString(), latencyMs, reachable: result.status !== null, ...result };
}

async function check(stores: Stores, store: StoreRow): Promise<{ status: number | null; problem: string | null }> {
  try {
    return { status: await stores.providerOf(store).verify(store), problem: null };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { status: error.status ?? null, problem: error.message };
  }
}
