import { compileConditions } from "../../db/insight-conditions.js";
import { readResponsePage } from "../../db/response-list.js";
import type { QueryResolvers } from "../../generated/types.js";

export const list_form_responses: NonNullable<QueryResolvers["list_form_responses"]> = async (_source, given, context) => {
  const { formId, facts, reasons, ...page } = given;
  const where = await compileConditions(context.read, given);
  // Binds each cursor to the form and the conditions.
  const operation = `list_form_responses ${JSON.stringify([formId, facts, reasons])}`;
  return readResponsePage(context, page, { operation, where });
};
