import type { Read } from "@offergraph/shared/database/read";
import { raw, type Statement, sql } from "@offergraph/shared/database/statement";
import { insightAnswerColumns, insightFactColumns, insightReasonColumns } from "./columns.js";
import type { InsightAnswerRow, InsightFactRow, InsightReasonRow } from "./rows.js";

/** What was learnt from answers; each kind is read when a query selects it. */
export interface InsightRead {
  readAnswers(): Promise<InsightAnswerRow[]>;
  readFacts(): Promise<InsightFactRow[]>;
  readReasons(): Promise<InsightReasonRow[]>;
}

/** How many of each kind are read: in the text of the statement, so that the plan knows it. */
const most = raw("1000");

/** The newest answers that match. */
export const readAnswers = (read: Read, where: Statement): Promise<InsightAnswerRow[]> =>
  read<InsightAnswerRow>(sql`
    SELECT ${insightAnswerColumns} FROM insight_answers a WHERE ${where} ORDER BY a.created_at DESC, a.answer_id LIMIT ${most}`);

/** The facts that match, those of the newest answers. */
export const readFacts = (read: Read, where: Statement): Promise<InsightFactRow[]> =>
  read<InsightFactRow>(sql`
    SELECT ${insightFactColumns} FROM insight_answers a JOIN insight_facts i USING (workspace_id, answer_id) WHERE ${where}
    ORDER BY a.created_at DESC, a.answer_id, i.fact_id LIMIT ${most}`);

/** The reasons that match, those of the newest answers. */
export const readReasons = (read: Read, where: Statement): Promise<InsightReasonRow[]> =>
  read<InsightReasonRow>(sql`
    SELECT ${insightReasonColumns} FROM insight_answers a JOIN insight_reasons s USING (workspace_id, answer_id) WHERE ${where}
    ORDER BY a.created_at DESC, a.answer_id, s.broad LIMIT ${most}`);
