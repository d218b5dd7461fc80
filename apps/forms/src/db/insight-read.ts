import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import { insightAnswerColumns, insightFactColumns, insightReasonColumns } from "./columns.js";
import type { InsightAnswerRow, InsightFactRow, InsightReasonRow } from "./rows.js";

/** Insights; each kind is read only if the query selects it. */
export interface InsightRead {
  readAnswers(): Promise<InsightAnswerRow[]>;
  readFacts(): Promise<InsightFactRow[]>;
  readReasons(): Promise<InsightReasonRow[]>;
}

/** Maximum rows of each kind; a literal rather than a parameter, so that the planner knows it. */
const most = raw("1000");

export const readAnswers = (read: Read, where: Statement): Promise<InsightAnswerRow[]> =>
  read<InsightAnswerRow>(sql`
    SELECT ${insightAnswerColumns} FROM insight_answers a WHERE ${where} ORDER BY a.created_at DESC, a.answer_id LIMIT ${most}`);

export const readFacts = (read: Read, where: Statement): Promise<InsightFactRow[]> =>
  read<InsightFactRow>(sql`
    SELECT ${insightFactColumns} FROM insight_facts i JOIN insight_answers a USING (workspace_id, answer_id) WHERE ${where}
    ORDER BY i.created_at DESC, i.answer_id, i.fact_id LIMIT ${most}`);

export const readReasons = (read: Read, where: Statement): Promise<InsightReasonRow[]> =>
  read<InsightReasonRow>(sql`
    SELECT ${insightReasonColumns} FROM insight_reasons s WHERE ${where} ORDER BY s.created_at DESC, s.answer_id, s.broad LIMIT ${most}`);
