import { buildSubgraphSchema } from "@apollo/subgraph";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { type Bounds, readConstraints } from "@offergraph/shared/schema/directives";
import { formats } from "@offergraph/shared/schema/formats";
import { BoundsSchemas } from "@offergraph/shared/schema/json-schema";
import { Ajv, type DefinedError, type ValidateFunction } from "ajv";
import { type GraphQLArgument, type GraphQLSchema, parse } from "graphql";
import { constraintViolation } from "./constraint-messages.js";
import { checkNames } from "./validate-names.js";
import { checkTexts } from "./validate-text.js";

type Path = readonly (string | number)[];
type Report = (path: Path, code: UserErrorCode, message: string) => void;
type Given = Record<string, unknown>;

/**
 * Validates the arguments of one root field after GraphQL has coerced the arguments. Checks the bounds of `@constraint` and the characters
 * of every string.
 */
export interface ConstraintValidator {
  /** Adds all violations in a mutation's arguments to `violations`. Returns false if the arguments are nested too deeply to check. */
  collect(given: Given, violations: Violations): boolean;
  /** Throws BadUserInput if the arguments of a query are invalid. The error contains all messages, and the path of the first violation. */
  refuse(given: Given): void;
}

/** Returns a function that returns the validator of a root field. `constraints` is the result of `readConstraints`. */
export function createConstraintValidators(
  schema: GraphQLSchema,
  constraints: ReadonlyMap<string, Bounds>,
): (type: "Query" | "Mutation", field: string) => ConstraintValidator {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, strictTypes: false, ownProperties: true });
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, { validate: (text: string) => format.check(text) === undefined });
  return (type, field) => {
    const root = type === "Query" ? schema.getQueryType() : schema.getMutationType();
    const coordinate = `${type}.${field}`;
    const bounds = new BoundsSchemas(constraints).ofArguments(coordinate, root?.getFields()[field]?.args ?? []);
    const names = type === "Mutation" ? (root?.getFields()[field]?.args ?? []) : [];
    return validatorOf(bounds && ajv.compile(bounds), names);
  };
}

/**
 * Creates the validator of one mutation for input from a file. Checks bounds and strings. The caller must check types and scalar formats.
 * `sdl` is the subgraph's schema.graphql.
 */
export function mutationValidator(sdl: string, field: string): ConstraintValidator {
  const document = parse(sdl);
  return createConstraintValidators(buildSubgraphSchema([{ typeDefs: document }]), readConstraints(document))("Mutation", field);
}

function validatorOf(validate: ValidateFunction | undefined, names: readonly GraphQLArgument[]): ConstraintValidator {
  const check = (given: Given, report: Report): boolean => {
    const isShallow = checkTexts(given, (path, words) => report(path, "INVALID", sentence(path, words)));
    if (!isShallow) return false;
    checkNames(names, given, (path, words) => report(path, "INVALID", sentence(path, words)));
    if (!validate || validate(given)) return true;
    for (const error of (validate.errors ?? []) as DefinedError[]) {
      const path = error.instancePath.split("/").slice(1).map(unescapePointer);
      const { code, words } = constraintViolation(error);
      report(path, code, sentence(path, words));
    }
    return true;
  };
  return {
    collect: (given, violations) => check(given, (path, code, message) => violations.add(path, code, message)),
    refuse: (given) => {
      const found: { path: string; message: string }[] = [];
      check(given, (path, _code, message) => found.push({ path: path.join("."), message }));
      const [first] = found;
      if (first) throw new BadUserInput(first.path, found.map(({ message }) => message).join(" "));
    },
  };
}

/** Decodes one part of a JSON Pointer (RFC 6901). */
function unescapePointer(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Builds a message such as "code must have 1-255 characters." The subject is the last name in the path. */
function sentence(path: Path, words: string): string {
  const subject = path.findLast((part) => Number.isNaN(Number(part))) ?? "The argument";
  return `${subject} ${words}.`;
}
