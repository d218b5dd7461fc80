import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Operation, pascalCase, type Source } from "./read-operations.js";
import { fieldsName } from "./schema.js";
import { comment, header, inputText, notNull, outputText, typeName } from "./type-text.js";

/** Writes the TypeScript code of each operation: the method, its argument type and its default result type. */
export function describeOperations({ schema, operations }: Source): string {
  const types = operations.map((operation) => argumentsType(operation) + resultType(operation, schema));
  const methods = operations.map((operation) => method(operation));
  return [
    header,
    'import type { ListOptions, MutationOptions, MutationResult, Options, PagePromise, Select } from "../types.js";\n',
    'import type * as Schema from "./schema.js";\n',
    ...types,
    "\n/** One method per operation, named as the operation in camelCase. */\nexport interface Operations {\n",
    methods.join("\n"),
    "}\n",
  ].join("");
}

/**
 * Returns the type of `input` if `input` is the mutation's only argument. The generated method then takes the fields of `input` as its
 * arguments.
 */
function inputOf({ kind, field }: Operation): GraphQLNamedType | undefined {
  const [only, ...others] = field.args;
  if (kind !== "mutation" || only?.name !== "input" || others.length > 0) return undefined;
  const named = getNamedType(only.type);
  return isInputObjectType(named) ? named : undefined;
}

const prefix = "Schema.";

function argumentsType(operation: Operation): string {
  if (inputOf(operation)) return "";
  const fields = operation.field.args.map((argument) => {
    const optional = isRequiredArgument(argument) ? "" : "?";
    return `${comment(argument.description, "  ")}  ${argument.name}${optional}: ${inputText(argument.type, prefix)};\n`;
  });
  const name = `${pascalCase(operation.name)}Arguments`;
  return `\n/** Arguments of ${operation.name}. */\nexport interface ${name} {\n${fields.join("")}}\n`;
}

function resultType(operation: Operation, schema: GraphQLSchema): string {
  const { name, kind, type, selection } = operation;
  if (!selection) return "";
  const about = kind === "page" ? `A record of ${name}` : `The result of ${name}`;
  const text = objectText(selection, type, schema, kind === "mutation", "");
  return `\n/** ${about} with the default fields. */\nexport type ${pascalCase(name)}Result = ${text};\n`;
}

/** Returns the type of the selected fields as an object literal. For a union or interface, returns a union of object literals. */
function objectText(set: SelectionSetNode, type: GraphQLNamedType, schema: GraphQLSchema, isPayload: boolean, indent: string): string {
  const kinds = set.selections.flatMap((selection) => {
    if (selection.kind !== Kind.INLINE_FRAGMENT || !selection.typeCondition) return [];
    const kind = schema.getType(selection.typeCondition.name.value);
    if (!isObjectType(kind)) return [];
    return [`({ __typename: "${kind.name}" } & ${objectText(selection.selectionSet, kind, schema, false, indent)})`];
  });
  if (kinds.length > 0) return kinds.join(" | ");
  const inner = `${indent}  `;
  const fields = set.selections.flatMap((selection) => {
    const line = fieldText(selection, type as GraphQLObjectType, schema, isPayload, inner);
    return line === undefined ? [] : [`${inner}${line};\n`];
  });
  return `{\n${fields.join("")}${indent}}`;
}

function fieldText(selection: SelectionNode, type: GraphQLObjectType, schema: GraphQLSchema, isPayload: boolean, indent: string) {
  if (selection.kind !== Kind.FIELD) return undefined;
  const { name, selectionSet } = selection;
  const field = type.getFields()[name.value];
  if (!field) return undefined;
  const nameOf = (named: GraphQLNamedType) =>
    selectionSet && isCompositeType(named) ? objectText(selectionSet, named, schema, false, indent) : typeName(named, prefix);
  return `${name.value}: ${(isPayload && !isLeafType(field.type) ? notNull : outputText)(field.type, nameOf)}`;
}

/** If the caller selects fields, the type of the result has exactly these fields. */
function method(operation: Operation): string {
  const { name, method, field, level, type: record, selection } = operation;
  const input = inputOf(operation);
  const isRequired = field.args.some(isRequiredArgument);
  const given = input ? `Schema.${input.name}` : `${pascalCase(name)}Arguments`;
  const first = isRequired ? `${input ? "input" : "args"}: ${given}` : `args?: ${given}`;
  const about = comment(`${field.description ?? ""}\n\nAccess level: ${level}.`.trim(), "  ");
  const canSelect = isObjectType(record) && selection !== undefined;
  const options = optionsText(operation, canSelect ? `F, Schema.${fieldsName(record)}` : "never, never");
  const chosen = canSelect ? `Select<Schema.${record.name}, F, ${pascalCase(name)}Result>` : undefined;
  const parameter = canSelect ? `<const F extends Schema.${fieldsName(record)} = never>` : "";
  return `${about}  ${method}${parameter}(${first}, options?: ${options}): ${answerText(operation, chosen)};\n`;
}

function optionsText({ kind, field }: Operation, types: string): string {
  if (kind === "mutation") return `MutationOptions<${types}>`;
  const canCount = kind === "page" && countable(field.type) && !field.args.some(({ name }) => name === "withTotal");
  return `${canCount ? "ListOptions" : "Options"}<${types}>`;
}

function countable(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isObjectType(named) && named.getFields().totalCount !== undefined;
}

/** Returns the type of a method's result. A page or list is never null, because the API returns an empty page or list. */
function answerText({ name, kind, field, selection }: Operation, chosen: string | undefined): string {
  const whole = chosen ?? (selection ? `${pascalCase(name)}Result` : undefined);
  if (kind === "mutation") return `Promise<MutationResult<${whole}>>`;
  if (kind === "page") return `PagePromise<${whole}>`;
  const nameOf = (named: GraphQLNamedType) => whole ?? typeName(named, prefix);
  return `Promise<${kind === "list" && !isNonNullType(field.type) ? notNull(field.type, nameOf) : outputText(field.type, nameOf)}>`;
}
