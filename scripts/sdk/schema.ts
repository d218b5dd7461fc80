import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { type FormatName, formatNamed } from "../../packages/shared/src/schema/formats.js";
import { type JsonSchema, jsonType } from "./json-type.js";
import type { Source } from "./read-operations.js";
import { comment, header, inputName, inputText, notNull, outputText } from "./type-text.js";

/** Writes the types of the API: scalars, enums, inputs, records, and for each record the fields that a caller can select. */
export function describeSchema(source: Source): string {
  const { schema } = source;
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
  );
  const payloads = new Set(source.operations.flatMap(({ kind, field }) => (kind === "mutation" ? [getNamedType(field.type)] : [])));
  return header + types.map((type) => describe(type, source, payloads.has(type as GraphQLObjectType))).join("");
}

function describe(type: GraphQLNamedType, source: Source, isPayload: boolean): string {
  const about = `\n${comment(type.description)}`;
  if (isScalarType(type)) return about + scalar(type, source);
  if (isEnumType(type)) return about + enumeration(type);
  if (isInputObjectType(type)) return about + input(type);
  if (isObjectType(type)) return about + record(type, isPayload) + selectable(type, isPayload);
  if (!isAbstractType(type)) return "";
  const kinds = source.schema.getPossibleTypes(type).map(({ name }) => `({ __typename: "${name}" } & ${name})`);
  return `${about}export type ${type.name} = ${kinds.join(" | ")};\nexport interface ${fieldsName(type)} {\n  __typename?: true;\n}\n`;
}

const ref = "string | { name: string }";

/**
 * TypeScript types of scalars that accept more input than their JSON Schemas. A time can be a `Date`, because `JSON.stringify` converts a
 * `Date` to the API's format.
 */
const inputForms: Readonly<Partial<Record<FormatName, string>>> = {
  datetime: "string | globalThis.Date",
  ref,
  "partner-ref": ref,
  "ref-or-uuid-filter": `${ref} | UUIDFilter`,
  "partner-ref-or-uuid-filter": `${ref} | UUIDFilter`,
};

function scalar({ name }: GraphQLScalarType, { constraints }: Source): string {
  const own = constraints.get(name);
  const output = jsonType({ ...formatNamed(own?.format ?? "")?.schema, ...own?.schema } as JsonSchema);
  const given = inputForms[own?.format as FormatName] ?? output;
  return `export type ${name} = ${output};\nexport type ${inputName(name)} = ${given};\n`;
}

function enumeration(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name }) => `"${name}"`);
  return `export type ${type.name} = ${values.join(" | ")};\n`;
}

function input(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields()).map((field) => {
    const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
    return `${comment(field.description, "  ")}  ${field.name}${isRequired ? "" : "?"}: ${inputText(field.type)};\n`;
  });
  return `export interface ${type.name} {\n${fields.join("")}}\n`;
}

/** If a mutation returns no userErrors, the records and lists in its payload are not null. */
function record(type: GraphQLObjectType, isPayload: boolean): string {
  const fields = selectableFields(type, isPayload).map((field) => {
    const text = isPayload && !isLeafType(field.type) ? notNull(field.type) : outputText(field.type);
    return `${comment(field.description, "  ")}  ${field.name}: ${text};\n`;
  });
  return `export interface ${type.name} {\n${fields.join("")}}\n`;
}

function selectable(type: GraphQLObjectType, isPayload: boolean): string {
  const fields = selectableFields(type, isPayload).map((field) => {
    const named = getNamedType(field.type);
    return `  ${field.name}?: ${isLeafType(named) ? "true" : fieldsName(named)};\n`;
  });
  return `export interface ${fieldsName(type)} {\n${fields.join("")}}\n`;
}

/**
 * Returns the fields of a type that a caller can select. Omits userErrors, which the client always selects. Omits fields with required
 * arguments, because a selection has no arguments.
 */
export function selectableFields(type: GraphQLObjectType, isPayload: boolean) {
  return Object.values(type.getFields()).filter(
    ({ name, args }) => !args.some(isRequiredArgument) && !(isPayload && name === "userErrors"),
  );
}

export const fieldsName = ({ name }: GraphQLNamedType): string => `${name}Fields`;
