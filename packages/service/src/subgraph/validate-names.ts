import { nameProblem } from "@offergraph/shared/schema/name-text";
import { type GraphQLArgument, type GraphQLInputType, getNamedType, isInputObjectType } from "graphql";
import { isBad, type Report } from "./validate-text.js";

/** Names of all input fields of type String that name a record, in any service. Only these fields reject invisible characters. */
export const nameFields: ReadonlySet<string> = new Set("code title display_name name fromTag toTag tag key what".split(" "));
const codeFields: ReadonlySet<string> = new Set(["code"]);

/**
 * Reports every name in a mutation's arguments that is blank or has invisible characters. In the scalar `Tags`, the keys are names of tags.
 */
export function checkNames(args: readonly GraphQLArgument[], given: Readonly<Record<string, unknown>>, report: Report): void {
  for (const { name, type } of args) look(type, name, given[name], [name], report);
}

function look(type: GraphQLInputType, field: string, value: unknown, path: readonly (string | number)[], report: Report): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((member, index) => {
      look(type, field, member, [...path, index], report);
    });
    return;
  }
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    for (const [key, { type: inner }] of Object.entries(named.getFields()))
      look(inner, key, (value as Record<string, unknown>)[key], [...path, key], report);
  } else if (named.name === "Tags") {
    // Skips keys that PostgreSQL cannot store, because checkTexts has already reported such keys.
    for (const tag of Object.keys(value)) if (!isBad(tag)) reportText(tag, [...path, tag], report);
  } else if (named.name === "String" && nameFields.has(field) && typeof value === "string") {
    reportText(value, path, report, codeFields.has(field));
  }
}

function reportText(text: string, path: readonly (string | number)[], report: Report, isCode = false): void {
  const wrong = nameProblem(text, { joiners: !isCode });
  if (wrong !== undefined) report(path, wrong);
}
