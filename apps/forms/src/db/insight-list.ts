import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import type { Column, ColumnKind } from "@offergraph/service/filters/columns";
import type { FilterField, FilterShape } from "@offergraph/service/filters/filter";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { readRef } from "@offergraph/shared/schema/ref";
import { formMeant } from "../domain/refs.js";
import { readFormsMeant } from "./forms.js";

const required = (kind: ColumnKind, column: Statement): { column: Column } => ({ column: { sql: column, kind, nullable: false } });
const optional = (kind: ColumnKind, column: Statement): { column: Column } => ({ column: { sql: column, kind, nullable: true } });

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
        resolve: async (ref) => {
          const meant = readRef(ref);
          const form = formMeant(meant, await readFormsMeant(read, [meant]));
          if (form === "AMBIGUOUS_REF")
            throw new BadUserInput("formId", "Several forms of the workspace have this title; use the id or the slug.");
          return form === "NOT_FOUND" ? null : form.rowId;
        },
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
