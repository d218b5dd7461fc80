import { insertRows } from "@offergraph/service/db/plain-row";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { idOfName } from "@offergraph/shared/time/ids";
import type { AnswerInsights, InsightInput } from "../domain/insights.js";
import type { Tx } from "../tx.js";
import type { InsightAnswerRow } from "./rows.js";

export interface FinishedResponse extends InsightInput, Pick<InsightAnswerRow, "responseId" | "customerId" | "formId" | "formSlug"> {
  who: string;
  completedAt: string;
}

/** Reads a finished response. Locks the row FOR SHARE, so that a concurrent `erase_customer` waits until this transaction ends. */
export async function readFinishedResponse(read: Read, responseId: string): Promise<FinishedResponse | undefined> {
  const [row] = await read<FinishedResponse>(sql`
    SELECT r.row_id AS "responseId", r.customer_id AS "customerId", coalesce(r.customer_name, r.visitor_id) AS who, r.form_id AS "formId",
      f.form_slug AS "formSlug", r.completed_at AS "completedAt", v.model, r.answers, f.reason_set AS "reasonSet"
    FROM form_responses r JOIN forms f ON f.row_id = r.form_id JOIN form_variants v ON v.row_id = r.form_variant_id
    WHERE r.row_id = ${responseId}::uuid AND r.completed_at IS NOT NULL FOR SHARE OF r`);
  return row;
}

/** Inserts the insights of a response. A second run skips existing rows, because the ids derive from the response's id. */
export async function insertInsights(
  tx: Tx,
  { responseId, customerId, who, formId, formSlug, completedAt }: FinishedResponse,
  insights: readonly AnswerInsights[],
): Promise<void> {
  const { workspaceId } = tx;
  const known = insights.map((answer) => ({ ...answer, workspaceId, answerId: idOfName(responseId, answer.question) }));
  const ofResponse = { responseId, customerId, who, formId, formSlug, createdAt: completedAt };
  const insert = async (table: string, rows: readonly object[]) => {
    if (rows.length > 0) await tx.sql(sql`${insertRows(table, rows)} ON CONFLICT DO NOTHING`);
  };
  await insert(
    "insight_answers",
    known.map(({ reasons: _, facts, ...answer }) => ({ ...answer, ...ofResponse, mined: facts.length > 0 })),
  );
  await insert(
    "insight_facts",
    known.flatMap(({ answerId, facts }) =>
      facts.map((fact, index) => ({ ...fact, workspaceId, answerId, createdAt: completedAt, factId: factIdOf(answerId, index) })),
    ),
  );
  await insert(
    "insight_reasons",
    known.flatMap(({ answerId, reasons }) => reasons.map((reason) => ({ ...reason, workspaceId, answerId, createdAt: completedAt }))),
  );
}

/** Pads the index with zeros, so that ids sort by position in the text. */
const factIdOf = (answerId: string, index: number) => `${answerId}.${String(index).padStart(4, "0")}`;

/**
 * Copies the customer from a response to the response's insights. Reads the current row because the customer may have been erased after the
 * event.
 */
export async function nameCustomerOfInsights(tx: Tx, responseId: string): Promise<void> {
  const { prisma, workspaceId } = tx;
  const [customer] = await tx.sql<{ customerId: string; who: string }>(sql`
    SELECT r.customer_id AS "customerId", coalesce(r.customer_name, r.visitor_id) AS who
    FROM form_responses r WHERE r.row_id = ${responseId}::uuid AND r.customer_id IS NOT NULL FOR SHARE`);
  if (customer) await prisma.insightAnswer.updateMany({ where: { workspaceId, responseId }, data: customer });
}
