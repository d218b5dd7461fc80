import type { Violations } from "@offergraph/shared/errors/user-error";
import type { DiscountCodeBody, MutationSave_Discount_CodeArgs } from "../generated/types.js";
import type { Path } from "./fields.js";

/** What to save, and where its paths begin. */
export interface SaveArguments {
  id: string | undefined;
  connectionId: string | undefined;
  body: DiscountCodeBody;
  /** `["input"]`, or empty when the arguments are bare. */
  path: Path;
}

/**
 * The arguments of save_discount_code, bare or in `input` (decisions.md 3): both or neither is a violation and gives undefined.
 * An argument that is null counts as left out.
 */
export function readSaveArguments(given: Partial<MutationSave_Discount_CodeArgs>, violations: Violations): SaveArguments | undefined {
  const bare = [given.id, given.connectionId, given.body].some((value) => value != null);
  if (given.input && bare) violations.add(["input"], "INVALID", "Give the arguments bare or in input, not both.");
  else if (!given.input && !bare)
    violations.add(["input"], "REQUIRED", "Give body, with or without id and connectionId, bare or in input.");
  else if (!given.input && !given.body) violations.add(["body"], "REQUIRED", "body has to be given.");
  const { id, connectionId, body } = given.input ?? given;
  if (!body || (given.input && bare)) return undefined;
  return { id: id?.toLowerCase(), connectionId: connectionId?.toLowerCase(), body, path: given.input ? ["input"] : [] };
}
