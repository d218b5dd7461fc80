import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import { Violations } from "@offergraph/shared/errors/user-error";
import type { Logger } from "@offergraph/shared/log/logger";
import type { VariantRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";
import { modelRules } from "../../domain/draft.js";
import { VisitorError } from "../../domain/visitor-error.js";
import type { Surveys } from "../surveys/surveys.js";

const maxVariants = 200;

/** Caches the most recently used form versions (LRU). Entries never become outdated, because versions are immutable. */
export function createVariants(reader: WorkspaceReader) {
  const kept = new Map<string, VariantRow>();

  return async function variant(workspaceId: string, id: string): Promise<VariantRow | undefined> {
    const key = `${workspaceId} ${id}`;
    const found = kept.get(key) ?? (await readVariants((statement) => reader.read(workspaceId, statement), [id]))[0];
    if (!found) return undefined;
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > maxVariants && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

const maxKnown = 1000;

/**
 * Returns a function that checks if browsers may get a form version. At its first use, a version that was published under earlier rules is
 * checked against the current rules.
 */
export function createOfferable(surveys: Surveys, log: Logger) {
  const known = new Map<string, Promise<boolean>>();

  async function check(workspaceId: string, { rowId, model }: VariantRow): Promise<boolean> {
    const violations = new Violations();
    await surveys.checkModel(workspaceId, model, [], violations);
    const [first] = violations.list;
    if (first?.code === "UNAVAILABLE") throw new VisitorError("UNAVAILABLE", first.message);
    if (!first) return true;
    log.warn(
      { workspaceId, formVariantId: rowId, at: first.field, code: first.code },
      "A published model violates the current rules for models; visitors do not see the form",
    );
    return false;
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
