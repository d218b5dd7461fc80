import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { SqlTx, TimedTx } from "../tx.js";
import type { CollectedRow } from "./rows.js";
import { eraseMarks } from "./trust-marks.js";

export type ResponseToErase = Pick<CollectedRow, "rowId" | "formVariantId" | "answers">;

export function lockResponsesOfCustomer(read: Read, customerId: string): Promise<ResponseToErase[]> {
  return read<ResponseToErase>(sql`
    SELECT r.row_id AS "rowId", r.form_variant_id AS "formVariantId", r.answers
    FROM form_responses r WHERE r.customer_id = ${customerId}::uuid ORDER BY r.row_id FOR UPDATE`);
}

/**
 * Removes personal data from responses, and replaces the stored answers with `answers`. Sets `visitor_id` to the id of the response, so
 * that each response gets a different value.
 */
export async function eraseResponses(tx: TimedTx, responses: readonly Pick<ResponseToErase, "rowId" | "answers">[]): Promise<void> {
  const ids = responses.map(({ rowId }) => rowId);
  const answers = responses.map((response) => JSON.stringify(response.answers));
  await tx.sql(sql`
    UPDATE form_responses r SET updated_at = ${tx.now.toISOString()}::timestamptz, answers = given.answers, visitor_id = r.row_id::text,
      customer_id = NULL, customer_ref = NULL, customer_name = NULL, customer_email = NULL, customer_verified = false, session_id = NULL,
      network_hash = NULL, device_hash = NULL, click_id = NULL, origin_ref = NULL, discount_code_said = NULL, partner_said = NULL
    FROM unnest(${ids}::uuid[], ${answers}::text[]::jsonb[]) AS given(row_id, answers) WHERE r.row_id = given.row_id`);
  await eraseMarks(tx, ids);
}

/** Removes names and texts from insights. Keeps classes, polarity and reasons. Returns the number of rows changed in insight_answers. */
export async function eraseInsights(tx: SqlTx, responseIds: readonly string[]): Promise<number> {
  const answers = await tx.sql(sql`
    UPDATE insight_answers a SET who = NULL, customer_id = NULL, text = NULL
    WHERE a.response_id = ANY(${responseIds}::uuid[]) RETURNING a.answer_id`);
  await tx.sql(sql`
    UPDATE insight_facts f SET attribute = NULL, subject = NULL, thing = NULL
    FROM insight_answers a WHERE a.answer_id = f.answer_id AND a.response_id = ANY(${responseIds}::uuid[])`);
  return answers.length;
}
