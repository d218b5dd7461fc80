import { nameProblem } from "@offergraph/shared/schema/name-text";
import { type GraphQLArgument, type GraphQLInputType, getNamedType, isInputObjectType } from "graphql";
import { isBad, type Tell } from "./validate-text.js";

/** Input fields of type String that name a record, in all services. Only these reject invisible characters. */
export const nameFields: ReadonlySet<string> = new Set("code title display_name name fromTag toTag tag key what".split(" "));
const codeFields: ReadonlySet<string> = new Set(["code"]);

/** Reports every name in a mutation's arguments that is blank or has invisible characters. Tag names are the keys of `Tags`. */
export function checkNames(args: readonly GraphQLArgument[], given: Readonly<Record<string, unknown>>, tell: Tell): void {
  for (const { name, type } of args) look(type, name, given[name], [name], tell);
}

function look(type: GraphQLInputType, field: string, value: unknown, path: readonly (string | number)[], tell: Tell): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((member, index) => {
      look(type, field, member, [...path, index], tell);
    });
    return;
  }
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    for (const [key, { type: inner }] of Object.entries(named.getFields()))
      look(inner, key, (value as Record<string, unknown>)[key], [...path, key], tell);
  } else if (named.name === "Tags") {
    // checkTexts reports keys that cannot be stored, without the key in the path.
    for (const tag of Object.keys(value)) if (!isBad(tag)) tellOf(tag, [...path, tag], tell);
  } else if (named.name === "String" && nameFields.has(field) && typeof value === "string") {
    tellOf(value, path, tell, codeFields.has(field));
  }
}

function tellOf(text: string, path: readonly (string | number)[], tell: Tell, isCode = false): void {
  const wrong = nameProblem(text, { joiners: !isCode });
  if (wrong !== undefined) tell(path, wrong);
}
