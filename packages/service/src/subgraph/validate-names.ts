import { nameProblem } from "@offergraph/shared/schema/name-text";
import { type GraphQLArgument, type GraphQLInputType, getNamedType, isInputObjectType } from "graphql";
import { isBad, type Report } from "./validate-text.js";

/** The input fields that contain a record's name. Other String fields accept invisible characters. */
export const nameFields: ReadonlySet<string> = new Set("code title display_name name fromTag toTag tag key what".split(" "));
const codeFields: ReadonlySet<string> = new Set(["code"]);

/** Reports each name in a mutation's arguments that is blank or has invisible characters. Checks the keys of the scalar `Tags` as names. */
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
    // `checkTexts` has already reported the keys that PostgreSQL cannot store.
    for (const tag of Object.keys(value)) if (!isBad(tag)) reportText(tag, [...path, tag], report);
  } else if (named.name === "String" && nameFields.has(field) && typeof value === "string") {
    reportText(value, path, report, codeFields.has(field));
  }
}

function reportText(text: string, path: readonly (string | number)[], report: Report, isCode = false): void {
  const wrong = nameProblem(text, { joiners: !isCode });
  if (wrong !== undefined) report(path, wrong);
}
