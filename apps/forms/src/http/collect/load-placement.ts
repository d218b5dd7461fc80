import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { findPublicKey, type KeyRow } from "../../db/find-access-key.js";
import { type OfferedRow, readOffered } from "../../db/offered.js";
import type { CollectDeps } from "../../deps.js";
import { isOpen } from "../../domain/access-key.js";
import { admitAll, admitOrigin } from "./origins.js";
import { closedForm, endedKey, unknownKey } from "./refusals.js";

/** Looks up the public key in the path. Throws if it is unknown or has ended; pages of any origin can read these errors. */
export async function liveKey({ pool }: CollectDeps, visit: PublicRequest): Promise<KeyRow> {
  admitAll(visit);
  const key = await findPublicKey(pool, visit.params.publicKey ?? "");
  if (!key) throw unknownKey();
  if (key.hasEnded) throw endedKey();
  return key;
}

export interface LoadedPlacement {
  asked: OfferedRow;
  /** Placements that the rotation may choose instead. */
  others: OfferedRow[];
}

/** Loads the placement of the public key in the path. Throws unless it accepts responses and the request's origin is allowed. */
export async function loadPlacement(collecting: CollectDeps, visit: PublicRequest, now: Date): Promise<LoadedPlacement> {
  const { workspaceId, placementId } = await liveKey(collecting, visit);
  const [asked, ...others] = await readOffered(collecting.readIn(workspaceId), placementId);
  if (!asked) throw endedKey();
  admitOrigin(visit, asked, collecting.publicUrl);
  if (!isOpen(asked, now)) throw closedForm();
  return { asked, others };
}
