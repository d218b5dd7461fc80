import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { responseStatuses, valueOfOrdinal } from "../domain/ordinals.js";
import type { ResponseReference } from "./outcomes.js";

export interface DemoReferences {
  formId: string;
  discountCodeId: string | null;
  connectionId: string | null;
}

/**
 * Finds a form by its title, a discount code by its code, and a store connection by its slug. Returns undefined if a requested record has
 * not arrived yet.
 */
export async function findDemoReferences(
  read: Read,
  form: string,
  { code = null, store = null }: { code?: string | null; store?: string | null },
): Promise<DemoReferences | undefined> {
  const [row] = await read<DemoReferences>(sql`
    SELECT f.row_id AS "formId", n.discount_code_id AS "discountCodeId", k.row_id AS "connectionId"
    FROM form_references f
    LEFT JOIN discount_code_names n ON n.workspace_id = f.workspace_id AND n.name_key = ${code === null ? null : nameKey(code)}
    LEFT JOIN connection_references k ON k.workspace_id = f.workspace_id AND k.slug = ${store} AND NOT k.is_deleted
    WHERE f.title = ${form} AND NOT f.is_deleted LIMIT 1`);
  const isComplete = row && (code === null || row.discountCodeId !== null) && (store === null || row.connectionId !== null);
  return isComplete ? row : undefined;
}

export async function readIncentiveNames(read: Read): Promise<Set<string>> {
  const rows = await read<{ name: string }>(sql`SELECT i.name FROM incentives i WHERE i.deleted_at IS NULL`);
  return new Set(rows.map(({ name }) => name));
}

export async function readOutcomes(read: Read, formIds: readonly string[]): Promise<ResponseReference[]> {
  const rows = await read<Omit<ResponseReference, "status"> & { status: number }>(sql`
    SELECT p.row_id AS "rowId", p.form_id AS "formId", p.status, p.completed_at AS "completedAt", p.customer_id AS "customerId",
      p.customer_verified AS "customerVerified", p.verification_expected AS "verificationExpected", p.visitor_id AS "visitorId",
      p.trust_score AS "trustScore", coalesce(p.trust_reasons, '{}') AS "trustReasons"
    FROM form_response_references p WHERE p.form_id = ANY(${formIds}::uuid[]) ORDER BY p.completed_at, p.row_id`);
  return rows.map(({ status, ...response }) => ({ ...response, status: valueOfOrdinal(responseStatuses, status) }));
}
