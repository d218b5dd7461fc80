import { type GraphQLEnumType, type GraphQLInputField, type GraphQLInputObjectType, getNamedType, isEnumType } from "graphql";
import { isFieldFilter, oneLine } from "../resources/types.js";
import type { JsonSchema } from "./json.js";

type SchemaOf = (field: GraphQLInputField) => JsonSchema;

/**
 * Describes the operators of a record filter in words. The schema lists one or two operators per field, because all operators would need up
 * to 15 kB.
 */
export function grammarOf(type: GraphQLInputObjectType): string {
  const filters = Object.values(type.getFields()).filter((field) => operatorsOf(field).length > 0);
  const names = new Set(filters.flatMap((field) => operatorsOf(field).map(({ name }) => name)));
  const shortNames = [...names].flatMap((name) => {
    const isLonger = name.endsWith(orEqual) && names.has(name.slice(0, -orEqual.length));
    return isLonger ? [] : [names.has(`${name}${orEqual}`) ? `${name}[${orEqual}]` : name];
  });
  const field = filters.find((one) => enumOf(one) !== undefined) ?? filters[0];
  if (!field) return "";
  const example = JSON.stringify({ [field.name]: { equalTo: enumOf(field)?.getValues()[0]?.name ?? "…" } });
  return `A field takes operators of its type, e.g. ${example}. Operators: ${shortNames.join(", ")}.`;
}

const orEqual = "OrEqualTo";

/** Returns the schema of a filter field, such as `status: {equalTo: …}`. */
export function fieldFilterSchema(field: GraphQLInputField, schemaOf: SchemaOf): JsonSchema {
  const operators = operatorsOf(field);
  const range = operators.filter(({ name }) => name === "greaterThanOrEqualTo" || name === "lessThan");
  const isOrdered = range.length > 0 && ordered.has(getNamedType(range[0]?.type ?? field.type).name);
  const shown = isOrdered ? range : operators.slice(0, 1);
  return { type: "object", properties: Object.fromEntries(shown.map((operator) => [operator.name, schemaOf(operator)])) };
}

const ordered = new Set(["Int", "Float", "BigFloat", "Datetime", "Date"]);

/**
 * Lists, grouped by type, the filter fields that the short form omits from `properties`. Summarizes several Boolean fields as a number and
 * a common ending, for example "Boolean fields: 3 ending in Exists".
 */
export function otherFields(fields: readonly GraphQLInputField[]): string {
  const isFlag = ({ type }: GraphQLInputField) => getNamedType(type).name === "Boolean";
  const flags = fields.filter(isFlag).map(({ name }) => name);
  const named = grouped(fields.filter((field) => !isFlag(field)));
  const ending = commonEnding(flags);
  const counted = flags.length > 1 ? `${flags.length}${ending && ` ending in ${ending}`}` : flags[0];
  return sentence(named && `Further fields: ${named}.`, counted && `Boolean fields: ${counted}.`);
}

/** Lists the fields of each type after a label for the type. For example, the label of the type `RefOrUUIDFilter` is "Ref or UUID". */
function grouped(fields: readonly GraphQLInputField[]): string {
  const groups = new Map<string, string[]>();
  for (const { name, type } of fields) {
    const label = getNamedType(type)
      .name.replace(/Filter$/, "")
      .replace(/(?<=[a-z])Or(?=[A-Z])/, " or ");
    groups.set(label, [...(groups.get(label) ?? []), name]);
  }
  return [...groups].map(([label, names]) => `${label} ${names.join(", ")}`).join("; ");
}

/** Returns the last word if all names end with the same word, for example `Exists`. Returns an empty text if the last words differ. */
function commonEnding([first = "", ...others]: readonly string[]): string {
  const [ending = ""] = /[A-Z][a-z]+$/.exec(first) ?? [];
  return others.every((name) => name.endsWith(ending)) ? ending : "";
}

/** Returns the enum that the operators of a filter field accept. Returns undefined if the operators do not accept an enum. */
export function enumOf(field: GraphQLInputField): GraphQLEnumType | undefined {
  const type = operatorsOf(field)
    .map((operator) => getNamedType(operator.type))
    .find(isEnumType);
  return type;
}

function operatorsOf({ type }: GraphQLInputField): GraphQLInputField[] {
  const named = getNamedType(type);
  return isFieldFilter(named) ? Object.values(named.getFields()) : [];
}

/** Describes an enum of sort orders without listing each pair such as `NAME_ASC`/`NAME_DESC`. */
export function sortOrders(type: GraphQLEnumType): string {
  const names = type.getValues().map(({ name }) => name);
  const keys = names.filter((name) => name.endsWith("_ASC")).map((name) => name.slice(0, -"_ASC".length));
  const others = names.filter((name) => !keys.some((key) => name === `${key}_ASC` || name === `${key}_DESC`));
  return `${others.length > 0 ? `${others.join(", ")}, or a` : "A"} key with _ASC or _DESC. Keys: ${keys.join(", ")}.`;
}

export function sentence(...parts: (string | null | undefined)[]): string {
  return oneLine(parts.filter(Boolean).join(" "));
}
