import { allows } from "@offergraph/shared/access/principal";
import type { Bounds } from "@offergraph/shared/schema/directives";
import type { SchemaChange } from "./changes.js";
import type { PublicSchema } from "./public-schema.js";

/**
 * Compares the directives `@access` and `@constraint` before and after a change. The public schema, which `diff` compares, does not contain
 * these directives.
 */
export function annotationChanges(before: PublicSchema, after: PublicSchema): SchemaChange[] {
  return [...accessChanges(before, after), ...constraintChanges(before, after)];
}

function accessChanges(before: PublicSchema, after: PublicSchema): SchemaChange[] {
  return [...before.access].flatMap(([coordinate, { level: old }]) => {
    const level = after.access.get(coordinate)?.level;
    if (level === undefined || level === old || !coordinate.includes(".")) return [];
    const isRaised = allows(level, old);
    const message = `Access level of '${coordinate}' changed from ${old} to ${level}`;
    return [{ level: isRaised ? "breaking" : "safe", message, affects: [coordinate] } satisfies SchemaChange];
  });
}

const lowerBounds = ["minLength", "minimum", "minItems"] as const;
const upperBounds = ["maxLength", "maximum", "maxItems"] as const;
const rules = ["pattern", "format"] as const;

function constraintChanges(before: PublicSchema, after: PublicSchema): SchemaChange[] {
  return [...after.constraints].flatMap(([coordinate, bounds]) => {
    const old = before.constraints.get(coordinate) ?? {};
    // Constraints of a new argument or input field cannot break a client.
    if (!before.coordinates.has(coordinate)) return [];
    return tightened(old, bounds).map((keyword): SchemaChange => {
      const [from = "none", to] = [old[keyword], bounds[keyword]].map((value) => (value === undefined ? undefined : String(value)));
      return {
        level: "breaking",
        message: `Constraint ${keyword} of '${coordinate}' changed from ${from} to ${to}`,
        // A scalar has no usage records.
        affects: coordinate.includes(".") ? [coordinate] : undefined,
      };
    });
  });
}

function tightened(old: Bounds, bounds: Bounds): (keyof Bounds)[] {
  return [
    ...lowerBounds.filter((name) => (bounds[name] ?? Number.NEGATIVE_INFINITY) > (old[name] ?? Number.NEGATIVE_INFINITY)),
    ...upperBounds.filter((name) => (bounds[name] ?? Number.POSITIVE_INFINITY) < (old[name] ?? Number.POSITIVE_INFINITY)),
    ...rules.filter((name) => bounds[name] !== undefined && bounds[name] !== old[name]),
    ...(bounds.nullable === false && old.nullable !== false ? (["nullable"] as const) : []),
  ];
}
