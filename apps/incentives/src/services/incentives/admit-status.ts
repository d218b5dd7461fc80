import { countActiveBeside, isDeletedForm } from "../../db/incentives.js";
import { lockForActivation } from "../../db/locks.js";
import type { IncentiveRow } from "../../db/rows.js";
import { readRules } from "../../db/rules.js";
import type { IncentiveFields } from "../../domain/fields.js";
import { activationError, activeLimitError, transitionError } from "../../domain/status.js";
import { admitCodes } from "./admit-codes.js";
import { fieldsOf } from "./event-data.js";
import type { AskedCodes } from "./look-up-codes.js";
import type { IncentiveWrite } from "./write.js";

type Wanted = { status: IncentiveFields["status"] | undefined; formId: string | null | undefined; codes: AskedCodes };

/**
 * Adds a violation for each reason why a locked incentive cannot get a new status, or keep its status with another form.
 * @param wanted `formId` is undefined if the form was not found, which has its own violation
 */
export async function admitStatus(write: IncentiveWrite, incentive: IncentiveRow, { status, formId, codes }: Wanted): Promise<void> {
  const { violations } = write;
  const before = fieldsOf(incentive);
  const move = status && transitionError(before.status, status);
  if (move) return violations.add(["input", "status"], "INVALID_TRANSITION", move);
  if ((status ?? before.status) !== "ACTIVE") return;
  const found = await readRules(write.read, incentive.rowId);
  const rules = found.length;
  // An incentive that is already ACTIVE can be changed although its code is no longer usable.
  if (before.status !== "ACTIVE") await admitCodes(write, found, codes, (index) => ["input", "status", "rules", index]);
  // An incentive that is already ACTIVE can be changed although its form was deleted.
  const isFormDeleted = before.status !== "ACTIVE" && (await isDeletedForm(write.read, formId ?? null));
  const missing = activationError({ formId: formId === undefined ? "not found" : formId, isFormDeleted, rules });
  if (missing) violations.add(["input", status ? "status" : "formId"], "INVALID_TRANSITION", missing);
  const isOneMore = before.status !== "ACTIVE" || before.formId !== formId;
  const full = formId && isOneMore && activeLimitError(await countOthers(write, formId, incentive.rowId));
  if (full) violations.add(["input", before.status === "ACTIVE" ? "formId" : "status"], "LIMIT_EXCEEDED", full);
}

/** Counts under a lock, so that concurrent activations of a form's incentives run one at a time. */
async function countOthers(write: IncentiveWrite, formId: string, incentiveId: string): Promise<number> {
  await lockForActivation(write, formId);
  return countActiveBeside(write.read, formId, incentiveId);
}
