import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { addLookUpError, type LookUp } from "@offergraph/shared/errors/look-up-error";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { Path } from "../../domain/fields.js";
import type { IncentiveRuleInput } from "../../generated/types.js";
import type { MutationContext } from "../../graphql/context.js";

/** Another service's record, looked up before the transaction, and the path of its reference in the input. */
export interface LookedUp {
  path: Path;
  what: string;
  found: LookUp<{ rowId: string; isDeleted?: boolean }>;
}

/** Looks up the form of an input. Returns null and undefined unchanged. */
export async function lookUpForm(
  { references, violations }: Pick<MutationContext, "references" | "violations">,
  ref: Ref | null | undefined,
  path: Path,
): Promise<LookedUp | null | undefined> {
  if (!ref) return ref as null | undefined;
  // A value that failed validation may not be valid in the database.
  const found = violations.has(path) ? ({ fault: "NOT_FOUND" } as const) : await references.findForm(ref);
  return { path, what: "form", found };
}

/** Looks up the discount codes and connections of rules, each once. */
export async function lookUpReferences(references: ReplicaLookups, rules: readonly IncentiveRuleInput[], path: Path): Promise<LookedUp[]> {
  const asked = new Map<string, Promise<LookedUp["found"]>>();
  const once = (key: string, ask: () => Promise<LookedUp["found"]>) => {
    const asking = asked.get(key) ?? ask();
    asked.set(key, asking);
    return asking;
  };
  const wanted = rules.map(async ({ kind_slug, discount_code_id, connection_id }, index): Promise<LookedUp[]> => {
    if (kind_slug === "discount" && discount_code_id) {
      const id = discount_code_id.toLowerCase();
      const found = await once(id, () => references.findDiscountCode(id));
      return [{ path: [...path, index, "discount_code_id"], what: "discount code", found }];
    }
    if (kind_slug === "billing_credit" && connection_id) {
      const id = connection_id.toLowerCase();
      return [{ path: [...path, index, "connection_id"], what: "connection", found: await once(id, () => references.findConnection(id)) }];
    }
    return [];
  });
  return (await Promise.all(wanted)).flat();
}

/** Returns the id of a looked-up record. If it is missing, adds a violation unless its path has one, and returns undefined. */
export function idOf({ path, what, found }: LookedUp, violations: Violations): string | undefined {
  const fault = found.row?.isDeleted ? "NOT_FOUND" : found.fault;
  if (fault && !violations.has(path)) addLookUpError(violations, path, fault, what);
  return fault ? undefined : found.row?.rowId;
}
