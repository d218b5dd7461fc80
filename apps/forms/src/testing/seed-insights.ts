import type { Query } from "./seed-responses.js";

// Inserts 3 answers per response. Every second answer has 2 facts, and every fifth answer has a reason.
const insights = `
  WITH answers AS (
    INSERT INTO insight_answers (answer_id, workspace_id, created_at, response_id, customer_id, who, form_id, form_slug, question, text, mined, readable,
      reason_outcome)
    SELECT gen_random_uuid(), $1::uuid, $4::timestamptz + n / 3 * interval '1 minute', md5($1::uuid::text || n / 3)::uuid, NULL, 'visitor' || n % 10007, $2::uuid, 'seeded',
      'question' || n % 3, 'An answer of some words, number ' || n, n % 2 = 0, n % 2 = 0, CASE WHEN n % 5 = 0 THEN 'reason' || n % 7 END
    FROM generate_series(1, $3::int) n RETURNING answer_id, created_at, mined, reason_outcome, substring(text FROM '\\d+$')::int AS n),
  facts AS (
    INSERT INTO insight_facts (fact_id, workspace_id, answer_id, created_at, kind, attribute, attribute_class, subject, subject_class, thing, thing_class, confidence,
      polarity, polarity_band, polarity_sign)
    SELECT gen_random_uuid()::text, $1::uuid, answer_id, created_at, kind, 'attribute' || n % 101, 'class' || n % 11, 'subject' || n % 997, 'class' || n % 13, NULL, NULL,
      (n % 100) / 100.0, (n % 200 - 100) / 100.0, n % 5 - 2, n % 3 - 1
    FROM answers, unnest(ARRAY['opinion', 'mention']) AS kind WHERE mined)
  INSERT INTO insight_reasons (workspace_id, answer_id, created_at, broad, family)
  SELECT $1::uuid, answer_id, created_at, reason_outcome, 'family' || n % 3 FROM answers WHERE reason_outcome IS NOT NULL`;

/** Inserts insights of a form into the tables, with realistic numbers of facts and reasons. For measurements only. */
export async function seedInsights(
  query: Query,
  { workspaceId, formId, count, from }: { workspaceId: string; formId: string; count: number; from: string },
): Promise<void> {
  await query("BEGIN");
  await query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
  await query(insights, [workspaceId, formId, count, from]);
  await query("COMMIT");
}
