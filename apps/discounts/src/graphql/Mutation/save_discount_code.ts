import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import { discountCodeCreated, discountCodeUpdated, tagRecolored } from "@offergraph/shared/contracts/events/discounts";
import { type Patch, withSaveDefaults } from "../../domain/fields.js";
import { readSaveArguments } from "../../domain/save-arguments.js";
import { changeCode } from "../../services/codes/change-code.js";
import { createCode, prepare } from "../../services/codes/create-code.js";
import { findCodeToSave } from "../../services/codes/find-code.js";
import { type MutationField, mutation } from "../../tx.js";

export const save_discount_code: MutationField<"save_discount_code"> = mutation(
  { emits: [discountCodeCreated, discountCodeUpdated, tagRecolored] },
  async (tx, given) => {
    const wanted = readSaveArguments(given, tx.errors);
    if (!wanted) return throwUserErrors(tx);
    const current = await findCodeToSave(tx, wanted);
    const complete = wanted.id === undefined ? withSaveDefaults : (patch: Patch) => patch;
    const prepared = await prepare(tx, wanted, { creating: false, current, complete });
    tx.check();
    const discountCode = current
      ? await changeCode(tx, current, prepared)
      : await createCode(tx, prepared, withSaveDefaults(prepared.patch));
    return { discountCode };
  },
);
