import { countActiveBeside, isDeletedForm } from "../data/incentives.js";
import { lockForActivation } from "../data/locks.js";
import type { IncentiveRow } from "../data/rows.js";
import { readRules } from "../data/rules.js";
import type { IncentiveFields } from "../domain/fields.js";
import { whyNotActive, whyNotMove, whyNotOneMore } from "../domain/status.js";
import { fieldsOf } from "../events/publish.js";
import { admitCodes } from "./admit-codes.js";
import type { AskedCodes } from "./look-up-codes.js";
import type { IncentiveWrite } from "./write.js";

type Wanted = { status: IncentiveFields["status"] | undefined; formId: string | null | undefined; codes: AskedCodes };

/**
 * Adds a violation for each reason why a locked incentive cannot have a status, a new one or with another form the one that it has.
 * @param wanted the form that it is to have; undefined for one that was not found, which is told of already
 */
export async function admitStatus(write: IncentiveWrite, incentive: IncentiveRow, { status, formId, codes }: Wanted): Promise<void> {
  const { violations } = write;
  const before = fieldsOf(incentive);
  const move = status && whyNotMove(before.status, status);
  if (move) return violations.add(["input", "status"], "INVALID_TRANSITION", move);
  if ((status ?? before.status) !== "ACTIVE") return;
  const found = await readRules(write.read, incentive.rowId);
  const rules = found.length;
  // A code that stopped being usable since keeps no incentive that is active from being changed.
  if (before.status !== "ACTIVE") await admitCodes(write, found, codes, (index) => ["input", "status", "rules", index]);
  // A form that was deleted since keeps no incentive that is active from being changed.
  const isFormDeleted = before.status !== "ACTIVE" && (await isDeletedForm(write.read, formId ?? null));
  const missing = whyNotActive({ formId: formId === undefined ? "not found" : formId, isFormDeleted, rules });
  if (missing) violations.add(["input", status ? "status" : "formId"], "INVALID_TRANSITION", missing);
  const isOneMore = before.status !== "ACTIVE" || before.formId !== formId;
  const full = formId && isOneMore && whyNotOneMore(await countOthers(write, formId, incentive.rowId));
  if (full) violations.add(["input", before.status === "ACTIVE" ? "formId" : "status"], "LIMIT_EXCEEDED", full);
}

/** Of those who make incentives of a form active at once, each counts after the one before it is done. */
async function countOthers(write: IncentiveWrite, formId: string, incentiveId: string): Promise<number> {
  await lockForActivation(write, formId);
  return countActiveBeside(write.read, formId, incentiveId);
}
