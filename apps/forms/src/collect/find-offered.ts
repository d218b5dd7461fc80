import type { Visit } from "@offergraph/shared/subgraph/routes";
import { findPublicKey, type KeyRow } from "../data/find-way-in.js";
import { type OfferedRow, readOffered } from "../data/offered.js";
import { isOpen } from "../domain/way-in.js";
import type { Collecting } from "./collecting.js";
import { admitAll, admitOrigin } from "./origins.js";
import { closedForm, endedKey, unknownKey } from "./refusals.js";

/** Looks up the public key in the path. Throws if it is unknown or has ended; pages of any origin can read these errors. */
export async function liveKey({ pool }: Collecting, visit: Visit): Promise<KeyRow> {
  admitAll(visit);
  const key = await findPublicKey(pool, visit.params.publicKey ?? "");
  if (!key) throw unknownKey();
  if (key.hasEnded) throw endedKey();
  return key;
}

export interface Offered {
  asked: OfferedRow;
  /** Placements that the rotation may choose instead. */
  others: OfferedRow[];
}

/** Loads the placement of the public key in the path. Throws unless it accepts responses and the request's origin is allowed. */
export async function findOffered(collecting: Collecting, visit: Visit, now: Date): Promise<Offered> {
  const { workspaceId, placementId } = await liveKey(collecting, visit);
  const [asked, ...others] = await readOffered(collecting.readIn(workspaceId), placementId);
  if (!asked) throw endedKey();
  admitOrigin(visit, asked, collecting.publicUrl);
  if (!isOpen(asked, now)) throw closedForm();
  return { asked, others };
}
