import { lockCodes } from "../../data/discount-codes.js";
import { updateStatuses } from "../../data/write-code.js";
import { statuses } from "../../domain/ranks.js";
import type { MutationResolvers } from "../../generated/types.js";
import { emitChanged } from "../../writes/emit.js";
import { mutateCodes } from "../../writes/write.js";

/** Sets one status on every listed discount code, all or none. */
export const bulk_update_discount_code_status: NonNullable<MutationResolvers["bulk_update_discount_code_status"]> = (
  _source,
  { input },
  context,
) =>
  mutateCodes(context, async (write) => {
    write.check();
    const ids = input.ids.map((id) => id.toLowerCase());
    const codes = new Map((await lockCodes(write.read, [...new Set(ids)])).map((code) => [code.rowId, code]));
    ids.forEach((id, position) => {
      if (!codes.has(id))
        write.violations.add(["input", "ids", position], "NOT_FOUND", "There is no such discount code in this workspace.");
    });
    write.check();
    const status = statuses.indexOf(input.status);
    const changed = [...new Set(ids)].flatMap((id) => codes.get(id) ?? []).filter((code) => code.status !== status);
    await updateStatuses(
      write,
      changed.map(({ rowId }) => rowId),
      status,
    );
    const updatedAt = write.now.toISOString();
    return {
      discountCodes: await emitChanged(
        write,
        changed.map((code) => ({ ...code, status, updatedAt })),
        "status",
      ),
    };
  });
