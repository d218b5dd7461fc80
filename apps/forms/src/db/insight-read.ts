import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { FilterField, FilterShape } from "@offergraph/service/filters/filter";
import { optional, required } from "./columns.js";
import { formByRef } from "./forms.js";
import type { InsightAnswerRow, InsightFactRow, InsightReasonRow } from "./rows.js";

function ofAnswer(read: Read): Record<string, FilterField> {
  return {
    answerId: required("uuid", sql`a.answer_id`),
    responseId: required("uuid", sql`a.response_id`),
    customerId: optional("uuid", sql`a.customer_id`),
    who: optional("text", sql`a.who`),
    workspaceId: required("uuid", sql`a.workspace_id`),
    formId: {
      reference: {
        ...required("uuid", sql`a.form_id`),
        resolve: formByRef(read),
      },
    },
    formSlug: required("text", sql`a.form_slug`),
    createdAt: required("datetime", sql`a.created_at`),
  };
}

export const answerFilter = (read: Read): FilterShape => ({
  ...ofAnswer(read),
  mined: required("boolean", sql`a.mined`),
  readable: required("boolean", sql`a.readable`),
  reasonOutcome: optional("text", sql`a.reason_outcome`),
});

export const factFilter = (read: Read): FilterShape => ({
  ...ofAnswer(read),
  answerId: required("uuid", sql`i.answer_id`),
  createdAt: required("datetime", sql`i.created_at`),
  factId: required("text", sql`i.fact_id`),
  kind: required("text", sql`i.kind`),
  attribute: optional("text", sql`i.attribute`),
  attributeClass: optional("text", sql`i.attribute_class`),
  subject: optional("text", sql`i.subject`),
  subjectClass: optional("text", sql`i.subject_class`),
  thing: optional("text", sql`i.thing`),
  thingClass: optional("text", sql`i.thing_class`),
  confidence: required("float", sql`i.confidence`),
  polarity: required("float", sql`i.polarity`),
  polarityBand: required("int", sql`i.polarity_band`),
  polaritySign: required("int", sql`i.polarity_sign`),
});

export const reasonFilter: FilterShape = {
  answerId: required("uuid", sql`s.answer_id`),
  workspaceId: required("uuid", sql`s.workspace_id`),
  broad: required("text", sql`s.broad`),
  family: required("text", sql`s.family`),
};

/** Functions that read insights. Resolvers call only the functions for selected fields. */
export interface InsightRead {
  readAnswers(): Promise<InsightAnswerRow[]>;
  readFacts(): Promise<InsightFactRow[]>;
  readReasons(): Promise<InsightReasonRow[]>;
}

const ofAnswerColumns = raw(`
  a.answer_id AS "answerId", a.workspace_id AS "workspaceId", a.created_at AS "createdAt", a.response_id AS "responseId",
  a.customer_id AS "customerId", a.who, a.form_id AS "formId", a.form_slug AS "formSlug"`);

/** LIMIT of each query. Uses a literal, because the query planner then knows the limit. */
const most = raw("1000");

export const readAnswers = (read: Read, where: Statement) =>
  read<InsightAnswerRow>(sql`
    SELECT ${ofAnswerColumns}, a.question, a.text, a.mined, a.readable, a.reason_outcome AS "reasonOutcome"
    FROM insight_answers a WHERE ${where} ORDER BY a.created_at DESC, a.answer_id LIMIT ${most}`);

export const readFacts = (read: Read, where: Statement) =>
  read<InsightFactRow>(sql`
    SELECT ${ofAnswerColumns}, i.fact_id AS "factId", i.kind, i.attribute, i.attribute_class AS "attributeClass", i.subject,
      i.subject_class AS "subjectClass", i.thing, i.thing_class AS "thingClass", i.confidence, i.polarity, i.polarity_band AS "polarityBand",
      i.polarity_sign AS "polaritySign"
    FROM insight_facts i JOIN insight_answers a USING (workspace_id, answer_id) WHERE ${where}
    ORDER BY i.created_at DESC, i.answer_id, i.fact_id LIMIT ${most}`);

export const readReasons = (read: Read, where: Statement) =>
  read<InsightReasonRow>(sql`
    SELECT s.answer_id AS "answerId", s.workspace_id AS "workspaceId", s.broad, s.family
    FROM insight_reasons s WHERE ${where} ORDER BY s.created_at DESC, s.answer_id, s.broad LIMIT ${most}`);
