import { throwUserErrors } from "@offergraph/service/mutations/reject-with";
import type { Patch } from "../../domain/fields.js";
import { withSaveDefaults } from "../../domain/fields.js";
import { readSaveArguments } from "../../domain/save-arguments.js";
import type { MutationResolvers } from "../../generated/types.js";
import { changeCode } from "../../services/codes/change-code.js";
import { createCode } from "../../services/codes/create-code.js";
import { findCodeToSave } from "../../services/codes/find-code.js";
import { prepare } from "../../services/codes/prepare.js";
import { mutateCodes } from "../../services/codes/write.js";

export const save_discount_code: NonNullable<MutationResolvers["save_discount_code"]> = (_source, given, context) =>
  mutateCodes(context, async (write) => {
    const wanted = readSaveArguments(given, write.violations);
    if (!wanted) return throwUserErrors(write);
    const current = await findCodeToSave(write, wanted);
    const complete = wanted.id === undefined ? withSaveDefaults : (patch: Patch) => patch;
    const prepared = await prepare(write, wanted, { creating: false, current, complete });
    write.check();
    const discountCode = current
      ? await changeCode(write, current, prepared)
      : await createCode(write, prepared, withSaveDefaults(prepared.patch));
    return { discountCode };
  });
