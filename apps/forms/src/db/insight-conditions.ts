import type { Read } from "@offergraph/service/db/read";
import { join, raw, type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { readRef } from "@offergraph/shared/schema/ref";
import type { QueryList_Form_ResponsesArgs } from "../generated/types.js";
import { formByRef } from "./forms.js";
import { factFilter, reasonFilter } from "./insight-read.js";
import { isOfForm } from "./response-list.js";

type Given = Pick<Partial<QueryList_Form_ResponsesArgs>, "formId" | "facts" | "reasons">;

/** Compiles the arguments of list_form_responses to an SQL condition on a response `r`. The arguments filter by form, facts and reasons. */
export async function compileConditions(read: Read, { formId, facts, reasons }: Given): Promise<Statement> {
  const conditions = [sql`TRUE`];
  if (formId) conditions.push(await ofForm(read, formId));
  if (facts) conditions.push(hasInsight("insight_facts i", await compileFilter(factFilter(read), facts, "facts")));
  if (reasons) conditions.push(hasInsight("insight_reasons s", await compileFilter(reasonFilter, reasons, "reasons")));
  return join(conditions, " AND ");
}

async function ofForm(read: Read, ref: NonNullable<Given["formId"]>): Promise<Statement> {
  const { id } = readRef(ref);
  const formId = id ?? (await formByRef(read)(ref));
  return formId === null ? sql`FALSE` : isOfForm(formId);
}

/** `condition` is an SQL condition on a fact `i` or a reason `s`. The condition can also use the answer `a`. */
const hasInsight = (table: "insight_facts i" | "insight_reasons s", condition: Statement): Statement => sql`EXISTS (
  SELECT FROM insight_answers a JOIN ${raw(table)} USING (workspace_id, answer_id)
  WHERE a.workspace_id = r.workspace_id AND a.response_id = r.row_id AND ${condition})`;
