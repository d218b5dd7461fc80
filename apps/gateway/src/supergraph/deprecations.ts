import { type GraphQLSchema, isEnumType, isInputObjectType } from "graphql";
import { coordinatesOf } from "./coordinates.js";
import type { OperationUsage } from "./usage.js";
import type { Variables } from "./variables.js";

/** ISO dates of a deprecated part of the schema: the first day of the deprecation, and the last day on which the API serves the part. */
export interface DeprecationPeriod {
  readonly since: string;
  readonly until: string;
}

/** Response headers of a request that uses deprecated parts of the schema: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export type DeprecationHeaders = Readonly<Record<"Deprecation" | "Sunset", string>>;

const date = "(\\d{4}-\\d{2}-\\d{2})";
const form = new RegExp(`\\(since ${date}, until ${date}\\)$`);
/** Required format of a `@deprecated` reason, which error messages show. */
export const reasonForm = '"<what to use instead> (since 2026-12-01, until 2027-06-30)"';

/** Reads the dates at the end of a deprecation reason (docs/schema-changes.md). Returns undefined if the dates are missing or invalid. */
export function deprecationPeriod(reason: string): DeprecationPeriod | undefined {
  const [, since = "", until = ""] = form.exec(reason) ?? [];
  return isDate(since) && isDate(until) && since < until ? { since, until } : undefined;
}

/** Returns the function that finds the headers of an operation. The headers are undefined if the request uses nothing deprecated. */
export function deprecationReader(
  schema: GraphQLSchema,
): (usage: OperationUsage) => (given: Variables | undefined) => DeprecationHeaders | undefined {
  const periods = new Map(
    [...coordinatesOf(schema)].flatMap(([coordinate, reason]) => {
      const period = reason === undefined ? undefined : deprecationPeriod(reason);
      return period ? [[coordinate, period] as const] : [];
    }),
  );
  const periodsOf = (coordinates: readonly string[]) => coordinates.flatMap((coordinate) => periods.get(coordinate) ?? []);
  return ({ coordinates, inputs }) => {
    const inDocument = periodsOf(coordinates);
    const headers = headersOf(inDocument);
    if (!inputs || ![...periods.keys()].some(isInputMember(schema))) return () => headers;
    return (given) => {
      const found = new Set<string>();
      inputs(given, (coordinate) => found.add(coordinate));
      const inVariables = periodsOf([...found]);
      return inVariables.length === 0 ? headers : headersOf([...inDocument, ...inVariables]);
    };
  };
}

/** True for the coordinates of input fields and enum values, which variables can contain. */
function isInputMember(schema: GraphQLSchema) {
  return (coordinate: string): boolean => {
    const type = schema.getType(coordinate.split(".")[0] ?? "");
    return isInputObjectType(type) || isEnumType(type);
  };
}

/** The headers contain the earliest dates of all deprecated parts. */
function headersOf(periods: readonly DeprecationPeriod[]): DeprecationHeaders | undefined {
  if (periods.length === 0) return undefined;
  const [since = ""] = periods.map((period) => period.since).sort();
  const [until = ""] = periods.map((period) => period.until).sort();
  return {
    Deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    Sunset: new Date(`${until}T23:59:59Z`).toUTCString(),
  };
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
