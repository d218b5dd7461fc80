import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { Json } from "../domain/draft-walk.js";
import type { Writing } from "./transaction.js";
import { eraseMarks } from "./trust-marks.js";

/** A response as far as erasing its customer goes. */
export interface ResponseToErase {
  rowId: string;
  formVariantId: string;
  answers: Json;
}

/** The responses of a customer, locked until the transaction ends. */
export function lockResponsesOfCustomer(read: Read, customerId: string): Promise<ResponseToErase[]> {
  return read<ResponseToErase>(sql`
    SELECT r.row_id AS "rowId", r.form_variant_id AS "formVariantId", r.answers
    FROM form_responses r WHERE r.customer_id = ${customerId}::uuid ORDER BY r.row_id FOR UPDATE`);
}

/**
 * Takes away from responses all that says whose they are, and puts these answers in the place of theirs. The visitor becomes the response
 * itself: nothing ties it to another one any more.
 */
export async function eraseResponses(
  { read, now }: Writing,
  responses: readonly Pick<ResponseToErase, "rowId" | "answers">[],
): Promise<void> {
  const ids = responses.map(({ rowId }) => rowId);
  const answers = responses.map((response) => JSON.stringify(response.answers));
  await read(sql`
    UPDATE form_responses r SET updated_at = ${now.toISOString()}::timestamptz, answers = given.answers, visitor_id = r.row_id::text,
      customer_id = NULL, customer_ref = NULL, customer_name = NULL, customer_email = NULL, customer_verified = false, session_id = NULL, network_hash = NULL, device_hash = NULL,
      click_id = NULL, origin_ref = NULL, discount_code_said = NULL, partner_said = NULL
    FROM unnest(${ids}::uuid[], ${answers}::text[]::jsonb[]) AS given(row_id, answers) WHERE r.row_id = given.row_id`);
  await eraseMarks(read, ids);
}

/** Takes names, texts and words out of what was learnt from responses; classes, polarity and reasons stay. Returns how many answers there are. */
export async function eraseInsights({ read }: Writing, responseIds: readonly string[]): Promise<number> {
  const answers = await read(sql`
    UPDATE insight_answers a SET who = NULL, customer_id = NULL, text = NULL
    WHERE a.response_id = ANY(${responseIds}::uuid[]) RETURNING a.answer_id`);
  await read(sql`
    UPDATE insight_facts f SET attribute = NULL, subject = NULL, thing = NULL
    FROM insight_answers a WHERE a.answer_id = f.answer_id AND a.response_id = ANY(${responseIds}::uuid[])`);
  return answers.length;
}
