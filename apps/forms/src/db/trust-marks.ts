import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { grantStates } from "../domain/ordinals.js";
import type { SqlTx } from "../tx.js";
import type { CollectedRow } from "./rows.js";

export type MarkKind = "visitor" | "network" | "device" | "text";

/** A response's value for comparison with other responses, e.g. the hash of the visitor's network. */
export interface Mark {
  kind: MarkKind;
  value: string;
}

interface Marked {
  response: Pick<CollectedRow, "rowId" | "workspaceId" | "formId" | "visitorId" | "customerId" | "customerVerified">;
  outcome: number;
  marks: readonly Mark[];
  now: Date;
}

const windowMs = 30 * 24 * 3_600_000;
const cleanEvery = 64;
const cleanAtOnce = 500;
/** Maximum number of other responses that `countRepeated` reads per mark, newest first. */
const maxScanned = 200;
let written = 0;

const sinceOf = (now: Date) => new Date(now.getTime() - windowMs).toISOString();

export async function writeMarks(tx: SqlTx, { response, outcome, marks, now }: Marked): Promise<void> {
  const { rowId, workspaceId, formId, visitorId } = response;
  await tx.sql(sql`
    INSERT INTO trust_marks (workspace_id, response_id, outcome, kind, value, form_id, visitor_id, marked_at)
    SELECT ${workspaceId}::uuid, ${rowId}::uuid, ${outcome}::smallint, m.kind, m.value, ${formId}::uuid, ${visitorId}::text,
      ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS m(kind text, value text)
    ON CONFLICT DO NOTHING`);
  written += 1;
  if (written % cleanEvery !== 1) return;
  await tx.sql(sql`
    DELETE FROM trust_marks t WHERE t.ctid = ANY (ARRAY(
      SELECT o.ctid FROM trust_marks o WHERE o.workspace_id = ${workspaceId}::uuid AND o.marked_at <= ${sinceOf(now)}::timestamptz
      LIMIT ${cleanAtOnce}::int FOR UPDATE SKIP LOCKED))`);
}

export interface Repeated {
  others: Record<MarkKind, number>;
  /** True if another response of the same customer has a declined grant. Null if the response has no customer. */
  isDeclined: boolean | null;
}

/**
 * Counts the form's other responses of the last 30 days with the same mark and outcome. Returns the largest count per kind of mark. For
 * marks of all kinds except "visitor", counts only responses of other visitors. If the customer is verified, `isDeclined` ignores responses
 * of unverified customers.
 */
export async function countRepeated(read: Read, { response, outcome, marks, now }: Marked): Promise<Repeated> {
  const { rowId, formId, visitorId, customerId, customerVerified } = response;
  const [found] = await read<Repeated>(sql`
    SELECT (
      SELECT coalesce(jsonb_object_agg(counted.kind, counted.others), '{}') FROM (
        SELECT one.kind, max((
          SELECT count(*) FROM (
            SELECT m.visitor_id FROM trust_marks m
            WHERE m.form_id = ${formId}::uuid AND m.outcome = ${outcome}::smallint AND m.kind = one.kind AND m.value = one.value
              AND m.marked_at > ${sinceOf(now)}::timestamptz AND m.response_id <> ${rowId}::uuid
            ORDER BY m.marked_at DESC LIMIT ${maxScanned}::int
          ) o WHERE one.kind = 'visitor' OR o.visitor_id <> ${visitorId}::text
        ))::int AS others
        FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS one(kind text, value text) GROUP BY one.kind
      ) counted
    ) AS others,
    CASE WHEN ${customerId}::uuid IS NOT NULL THEN EXISTS (
      SELECT FROM form_responses o JOIN grant_references g ON g.form_response_id = o.row_id
      WHERE o.customer_id = ${customerId}::uuid AND o.row_id <> ${rowId}::uuid AND g.state = ${grantStates.indexOf("DECLINED")}::smallint
        AND (o.customer_verified OR NOT ${customerVerified}::boolean)
    ) END AS "isDeclined"`);
  const none = { visitor: 0, network: 0, device: 0, text: 0 };
  return { others: { ...none, ...found?.others }, isDeclined: found?.isDeclined ?? null };
}

export async function eraseMarks(tx: SqlTx, responseIds: readonly string[]): Promise<void> {
  await tx.sql(sql`DELETE FROM trust_marks t WHERE t.response_id = ANY(${responseIds}::uuid[])`);
}
