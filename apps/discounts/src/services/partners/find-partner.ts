import type { Read } from "@offergraph/service/db/read";
import { addLookUpError, onlyOne } from "@offergraph/shared/errors/look-up-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { lockPartner, readPartnerIdsByName } from "../../db/partners.js";
import type { PartnerRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import type { MutationTx } from "../../tx.js";

/**
 * Returns the ids of the partners that match a reference. Two ids show that a name is ambiguous. Returns an id unchanged, without checking
 * that the partner exists.
 */
export function partnerIdsOf(read: Read, ref: Ref): Promise<string[]> {
  const { id, name } = readRef(ref);
  return id === undefined ? readPartnerIdsByName(read, name) : Promise.resolve([id]);
}

/**
 * Finds a partner by id, name or @handle, and locks its row. Adds an error if no partner matches. Call this function before locking
 * discount codes.
 */
export async function lockPartnerOfRef(
  tx: MutationTx,
  ref: Ref,
  path: Path,
  mode: "SHARE" | "UPDATE" = "UPDATE",
): Promise<PartnerRow | undefined> {
  const { row: id, fault } = onlyOne(await partnerIdsOf(tx.sql, ref));
  const partner = id === undefined ? undefined : await lockPartner(tx, id, mode);
  if (!partner) addLookUpError(tx.errors, path, fault ?? "NOT_FOUND", "partner");
  return partner;
}
