import type { Read } from "@offergraph/service/db/read";
import { addLookUpError } from "@offergraph/shared/errors/look-up-error";
import { type Ref, readRef } from "@offergraph/shared/schema/ref";
import { lockCampaign, readCampaignIdByName } from "../../db/campaigns.js";
import type { CampaignRow } from "../../db/rows.js";
import type { Path } from "../../domain/fields.js";
import type { MutationTx } from "../../tx.js";

/** Returns the id of the campaign to which a reference refers. Returns an id unchanged, without checking that the campaign exists. */
export async function campaignIdOf(read: Read, ref: Ref): Promise<string | undefined> {
  const { id, name } = readRef(ref);
  return id ?? readCampaignIdByName(read, name);
}

/**
 * Finds a campaign by id or name, and locks its row. Adds an error if no campaign matches. Call this function before locking discount
 * codes.
 */
export async function lockCampaignOfRef(
  tx: MutationTx,
  ref: Ref,
  path: Path,
  mode: "SHARE" | "UPDATE" = "UPDATE",
): Promise<CampaignRow | undefined> {
  const id = await campaignIdOf(tx.sql, ref);
  const campaign = id === undefined ? undefined : await lockCampaign(tx, id, mode);
  if (!campaign) addLookUpError(tx.errors, path, "NOT_FOUND", "campaign");
  return campaign;
}
