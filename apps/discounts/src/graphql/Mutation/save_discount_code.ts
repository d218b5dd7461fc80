import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeCreated, discountCodeUpdated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { type Patch, withSaveDefaults } from "../../domain/fields.js";
import { readSaveArguments } from "../../domain/save-arguments.js";
import { codeWarnings, warningsOfCodes } from "../../domain/warnings.js";
import { changeCode } from "../../services/codes/change-code.js";
import { createCode, prepare } from "../../services/codes/create-code.js";
import { findCodeToSave } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const save_discount_code: MutationField<"save_discount_code"> = mutation(
  { emits: [discountCodeCreated, discountCodeUpdated, tagRecolored], warns: codeWarnings },
  async (tx, given) => {
    const args = readSaveArguments(given, tx.errors);
    if (!args) return throwUserErrors(tx);
    const current = await findCodeToSave(tx, args);
    const complete = args.id === undefined ? withSaveDefaults : (patch: Patch) => patch;
    const prepared = await prepare(tx, args, { creating: false, current, complete });
    const discountCode = current
      ? await changeCode(tx, current, prepared)
      : await createCode(tx, prepared, withSaveDefaults(prepared.patch));
    tx.warn(...warningsOfCodes([discountCode], args.body.status, tx.now));
    return { discountCode };
  },
);
