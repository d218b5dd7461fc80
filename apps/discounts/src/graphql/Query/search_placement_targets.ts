import { PublicError } from "@offergraph/shared/errors/public-error";
import { readStores } from "../../db/connections.js";
import { targetKinds } from "../../domain/ordinals.js";
import { StoreError } from "../../services/stores/store.js";
import type { QueryField } from "../context.js";

export const search_placement_targets: QueryField<"search_placement_targets"> = async (_source, given, context) => {
  const { connectionId, kind, query } = given;
  const [store] = await readStores(context.read, [connectionId]);
  if (!store) return [];
  try {
    const found = await context.stores.providerOf(store).searchTargets(store, { kind, query });
    return found.map((target) => ({ ...target, kind: targetKinds.indexOf(target.kind), placementId: null }));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    context.log.warn({ connectionId, reason: error.message }, "Store search failed");
    throw new PublicError("STORE_UNAVAILABLE", error.message, { connectionId });
  }
};
