import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import type { Logger } from "@offergraph/shared/log/logger";
import { LRUCache } from "lru-cache";
import type { VariantRow } from "../../db/rows.js";
import { readVariants } from "../../db/variants.js";
import { modelRules } from "../../domain/draft.js";
import { modelErrors } from "../surveys/model-errors.js";
import type { Surveys } from "../surveys/surveys.js";

const maxVariants = 200;

/** Caches the most recently used form versions (LRU). Entries never become outdated, because versions are immutable. */
export function createVariants(reader: WorkspaceReader) {
  const cached = new LRUCache<string, VariantRow>({ max: maxVariants });

  return async function variant(workspaceId: string, id: string): Promise<VariantRow | undefined> {
    const key = `${workspaceId} ${id}`;
    const found = cached.get(key) ?? (await readVariants((statement) => reader.read(workspaceId, statement), [id]))[0];
    if (found) cached.set(key, found);
    return found;
  };
}

const maxChecked = 1000;

interface Check {
  workspaceId: string;
  variant: VariantRow;
}

/**
 * Returns a function that checks if browsers may get a form version. The function applies the current rules for models, which an older
 * version may violate.
 */
export function createOfferable(surveys: Pick<Surveys, "checkModel">, log: Logger) {
  async function check({ workspaceId, variant: { rowId, model } }: Check): Promise<boolean> {
    const [first] = await modelErrors(surveys, workspaceId, model);
    if (!first) return true;
    log.warn(
      { workspaceId, formVariantId: rowId, at: first.field, code: first.code },
      "A published model violates the current rules for models; visitors do not see the form",
    );
    return false;
  }
  const checked = new LRUCache<string, boolean, Check>({
    max: maxChecked,
    fetchMethod: (_key, _stale, { context }) => check(context),
    ignoreFetchAbort: true,
  });

  return async function isOfferable(workspaceId: string, variant: VariantRow): Promise<boolean> {
    return variant.rules >= modelRules || (await checked.forceFetch(variant.rowId, { context: { workspaceId, variant } }));
  };
}
