import type { Read } from "@offergraph/service/db/read";
import { join, type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { readRef } from "@offergraph/shared/schema/ref";
import { formByRef } from "../../db/forms.js";
import { factFilter, reasonFilter } from "../../db/insight-read.js";
import { hasInsight, isOfForm, readResponsePage } from "../../db/response-list.js";
import type { QueryList_Form_ResponsesArgs, QueryResolvers } from "../../generated/types.js";

export const list_form_responses: NonNullable<QueryResolvers["list_form_responses"]> = async (_source, given, context) => {
  const { formId, facts, reasons, ...page } = given;
  const conditions = await conditionsOf(context.read, given);
  // Makes a cursor valid only for the same form and conditions.
  const operation = `list_form_responses ${JSON.stringify([formId, facts, reasons])}`;
  return readResponsePage(context, page, { operation, where: join(conditions, " AND ") });
};

async function conditionsOf(read: Read, { formId, facts, reasons }: Partial<QueryList_Form_ResponsesArgs>): Promise<Statement[]> {
  const conditions = [sql`TRUE`];
  if (formId) conditions.push(await ofForm(read, formId));
  if (facts) conditions.push(hasInsight("insight_facts i", await compileFilter(factFilter(read), facts, "facts")));
  if (reasons) conditions.push(hasInsight("insight_reasons s", await compileFilter(reasonFilter, reasons, "reasons")));
  return conditions;
}

async function ofForm(read: Read, ref: NonNullable<QueryList_Form_ResponsesArgs["formId"]>): Promise<Statement> {
  const { id } = readRef(ref);
  const formId = id ?? (await formByRef(read)(ref));
  return formId === null ? sql`FALSE` : isOfForm(formId);
}
