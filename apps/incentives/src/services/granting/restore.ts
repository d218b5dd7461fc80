import { grantRestored } from "@offergraph/shared/contracts/events/incentives";
import { holdUsable, readOwnEnd } from "../../db/code-ends.js";
import { planTask } from "../../db/due-grants.js";
import type { GrantRow } from "../../db/rows.js";
import { changeGrant } from "../../db/write-grants.js";
import { grantStates } from "../../domain/ranks.js";
import { grantDataOf } from "../incentives/event-data.js";
import type { GrantWrite } from "./write.js";

/** Restores a grant that ended early with its code, unless the code is over again. */
export async function restore(write: GrantWrite, grant: GrantRow): Promise<void> {
  const { read, now } = write;
  if (grant.state !== grantStates.indexOf("EXPIRED") || grant.failureReason !== "CODE_EXPIRED") return;
  const ownEnd = await readOwnEnd(read, grant.rowId);
  if (ownEnd !== null && Date.parse(ownEnd) <= now.getTime()) return;
  const isUsable = await holdUsable(read, grant.discountCodeId);
  // The transaction that changes the code may wait for this grant, so the task is scheduled again instead of waiting.
  if (isUsable === undefined) return planTask(write, grant.rowId, "RESTORE", now);
  if (!isUsable) return;
  const expiresAt = ownEnd === null ? null : new Date(ownEnd);
  const restored = await changeGrant(write, grant.rowId, { state: "ISSUED", expiresAt, failureReason: null });
  if (expiresAt) await planTask(write, grant.rowId, "EXPIRE", expiresAt);
  write.emit(grantRestored, grant.rowId, grantDataOf(restored));
}
