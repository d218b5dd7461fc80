import { Violations } from "@offergraph/shared/errors/user-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { VariantRow } from "../../db/rows.js";
import { modelRules } from "../../domain/draft.js";
import { Refusal } from "../../domain/refusal.js";
import type { Surveys } from "../surveys/surveys.js";

const maxKnown = 1000;

/**
 * Decides whether a published version may be shown. A version that was published under earlier rules is checked against the current
 * rules on first use; a version that fails is never sent to a browser.
 */
export function createOfferable(surveys: Surveys, log: Logger) {
  const known = new Map<string, Promise<boolean>>();

  async function check(workspaceId: string, { rowId, model }: VariantRow): Promise<boolean> {
    const violations = new Violations();
    await surveys.checkModel(workspaceId, model, [], violations);
    const [first] = violations.list;
    if (first?.code === "UNAVAILABLE") throw new Refusal("UNAVAILABLE", first.message);
    if (first)
      log.warn(
        { workspaceId, formVariantId: rowId, at: first.field, code: first.code },
        "Published model fails the current rules; not shown",
      );
    return first === undefined;
  }

  return function isOfferable(workspaceId: string, variant: VariantRow): Promise<boolean> {
    if (variant.rules >= modelRules) return Promise.resolve(true);
    const found = known.get(variant.rowId) ?? check(workspaceId, variant);
    known.set(variant.rowId, found);
    found.catch(() => known.delete(variant.rowId));
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return found;
  };
}
export type Offerable = ReturnType<typeof createOfferable>;
