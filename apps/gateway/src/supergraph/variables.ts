import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from "graphql";

export type Variables = Record<string, unknown>;
const longestMessage = 1_000;
// Maximum number of errors in one message. Collecting all errors of a body of 1 MiB would take seconds.
const maxIssues = 50;
// Maximum depth of input. A much greater depth would overflow the call stack.
const deepest = 100;

interface Issue {
  variable: string;
  message: string;
}

class TooManyIssues extends Error {}

interface Definition {
  name: string;
  type: GraphQLInputType;
  defaultValue: unknown;
}

/** Creates a function that coerces variables and checks their formats. The function throws PublicError BAD_USER_INPUT or INPUT_LIMIT. */
export function compileVariables(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  maxMembers: number,
): (given: Variables | undefined) => Variables {
  const definitions = (operation.variableDefinitions ?? []).map((node): Definition => {
    const type = typeFromAST(schema, node.type);
    if (!isInputType(type)) throw new Error(`$${node.variable.name.value} has no input type.`);
    return { name: node.variable.name.value, type, defaultValue: node.defaultValue && valueFromAST(node.defaultValue, type) };
  });
  return (given) => {
    limitMembers(definitions, given, maxMembers);
    // The object has no prototype, because a variable may have a name like toString.
    const variables: Variables = Object.create(null);
    const issues: Issue[] = [];
    const report = (variable: string, message: string) => {
      issues.push({ variable, message: (message + namesOf(message, schema)).slice(0, longestMessage) });
      if (issues.length === maxIssues) throw new TooManyIssues();
    };
    try {
      for (const definition of definitions) {
        coerce(definition, givenValue(definition, given), variables, report);
      }
    } catch (error) {
      if (!(error instanceof TooManyIssues)) throw error;
    }
    const [first] = issues;
    if (first)
      throw new PublicError("BAD_USER_INPUT", first.message, {
        variable: first.variable,
        ...(issues.length > 1 && { errors: issues }),
      });
    return variables;
  };
}

function givenValue({ name }: Definition, given: Variables | undefined): unknown {
  return given && Object.hasOwn(given, name) ? given[name] : undefined;
}

/** Throws PublicError INPUT_LIMIT for too many list items and input fields, because coercion would take too long. */
function limitMembers(definitions: readonly Definition[], given: Variables | undefined, maximum: number): void {
  let members = 0;
  for (const definition of definitions) members += countMembers(givenValue(definition, given), definition.type, deepest);
  if (members > maximum)
    throw new PublicError(
      "INPUT_LIMIT",
      `The variables contain ${members} list items and input fields in total; the limit is ${maximum}.`,
      { limit: maximum, value: members, fix: "Split the input into several requests." },
    );
}

/** Counts list items and input fields of a value before coercion. Includes unknown fields, because each unknown field causes an error. */
function countMembers(value: unknown, type: GraphQLInputType, levels: number): number {
  if (levels === 0 || typeof value !== "object" || value === null) return 0;
  if (isNonNullType(type)) return countMembers(value, type.ofType, levels);
  if (isListType(type)) {
    if (!Array.isArray(value)) return countMembers(value, type.ofType, levels);
    return value.reduce((sum: number, item) => sum + 1 + countMembers(item, type.ofType, levels - 1), 0);
  }
  if (!isInputObjectType(type)) return 0;
  const fields = type.getFields();
  let members = 0;
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    members += 1 + (field ? countMembers(member, field.type, levels - 1) : 0);
  }
  return members;
}

/** Returns the allowed names for an error message. */
function namesOf(message: string, schema: GraphQLSchema): string {
  const [, name = ""] = /(?:is not defined by type|does not exist in|Enum) "(\w+)"/.exec(message) ?? [];
  const names = namesIn(schema.getType(name));
  return names.length > 0 ? ` Allowed: ${names.join(", ")}.` : "";
}

function namesIn(type: GraphQLNamedType | undefined): string[] {
  if (isInputObjectType(type)) return Object.keys(type.getFields());
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
}

function coerce(
  { name, type, defaultValue }: Definition,
  value: unknown,
  into: Variables,
  report: (variable: string, message: string) => void,
): void {
  const issue = issueIn(value, deepest);
  if (issue) {
    report(name, `The variable $${name} ${issue}.`);
  } else if (value === undefined) {
    if (defaultValue !== undefined) into[name] = defaultValue;
    else if (isNonNullType(type)) report(name, `The variable $${name} of type ${type} is required.`);
  } else if (value === null) {
    if (isNonNullType(type)) report(name, `The variable $${name} of type ${type} may not be null.`);
    else into[name] = null;
  } else {
    into[name] = coerceInputValue(value, type, (path, _value, error: GraphQLError) => {
      const variable = [name, ...path].join(".");
      report(variable, `The variable $${variable} is invalid: ${error.message}`);
    });
  }
}

/** Returns a message about a value that is nested too deeply or is an infinite number. */
function issueIn(value: unknown, levels: number): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "has a number that is too large for a 64-bit float";
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `is nested deeper than ${deepest} levels`;
  for (const member of Object.values(value)) {
    const issue = issueIn(member, levels - 1);
    if (issue) return issue;
  }
  return undefined;
}
