import type { Violations } from "@offergraph/shared/errors/user-error";
import type { DiscountCodeBody, MutationSave_Discount_CodeArgs } from "../generated/types.js";
import type { Path } from "./fields.js";

export interface SaveArguments {
  id: string | undefined;
  connectionId: string | undefined;
  body: DiscountCodeBody;
  /** Prefix of input paths: `["input"]`, or empty for direct arguments. */
  path: Path;
}

/** Reads the arguments of `save_discount_code`, either direct or in `input`. Treats an argument that is null as omitted. */
export function readSaveArguments(given: Partial<MutationSave_Discount_CodeArgs>, violations: Violations): SaveArguments | undefined {
  const bare = [given.id, given.connectionId, given.body].some((value) => value != null);
  if (given.input && bare) violations.add(["input"], "INVALID", "Pass the arguments either directly or inside `input`, but not both.");
  else if (!given.input && !bare)
    violations.add(["input"], "REQUIRED", "`body` is required, either directly or inside `input`. `id` and `connectionId` are optional.");
  else if (!given.input && !given.body) violations.add(["body"], "REQUIRED", "`body` is required.");
  const { id, connectionId, body } = given.input ?? given;
  if (!body || (given.input && bare)) return undefined;
  return { id: id?.toLowerCase(), connectionId: connectionId?.toLowerCase(), body, path: given.input ? ["input"] : [] };
}
