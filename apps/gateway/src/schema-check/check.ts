import { deprecationPeriod, reasonForm } from "../supergraph/deprecations.js";
import { type SchemaChange, schemaChangesOf } from "./changes.js";
import type { SubgraphSdl } from "./deployed.js";
import { type PublicSchema, publicSchemaOf } from "./public-schema.js";
import type { KeyUse, UsageRecords } from "./usage-records.js";

export interface SchemaCheckOptions {
  /** The changed subgraph. */
  readonly changed: SubgraphSdl;
  /** The subgraphs that are deployed. */
  readonly deployed: readonly SubgraphSdl[];
  /** Undefined if the usage of the schema is not known. */
  readonly usage: UsageRecords | undefined;
  /** Number of days without use after which a part of the schema can be removed. */
  readonly days: number;
  readonly now: Date;
}

/**
 * Use of the changed part of the schema. `unknown` for changes that are not breaking, and if the usage records do not show the use for the
 * whole period.
 */
export type Use = "used" | "unused" | "unknown";

export interface CheckedChange extends SchemaChange {
  readonly use: Use;
  /** The keys that the change breaks. Empty for changes that are not breaking. */
  readonly keys: readonly KeyUse[];
}

export interface Refusal {
  readonly rule: "composition" | "composition-hint" | "access" | "deprecation";
  readonly message: string;
}

export interface SchemaCheckResult {
  readonly app: string;
  readonly days: number;
  /** First day with a usage record. */
  readonly recordedSince: string | null;
  readonly refusals: readonly Refusal[];
  readonly changes: readonly CheckedChange[];
  /** False if a rule refuses the schema, or if a change breaks keys or may break keys. */
  readonly isAllowed: boolean;
}

/** Composes the changed subgraph with the deployed subgraphs and compares the public schema with the deployed public schema. */
export async function checkSchema({ changed, deployed, usage, days, now }: SchemaCheckOptions): Promise<SchemaCheckResult> {
  const before = publicSchemaOf(deployed);
  if ("errors" in before) throw new Error(`The deployed subgraphs do not compose:\n${before.errors.join("\n")}`);
  const others = deployed.filter(({ name }) => name !== changed.name);
  const after = publicSchemaOf([...others, changed].sort((one, other) => (one.name < other.name ? -1 : 1)));
  const recordedSince = (await usage?.recordedSince()) ?? null;
  const base = { app: changed.name, days, recordedSince };
  if ("errors" in after) {
    const refusals = after.errors.map((message): Refusal => ({ rule: "composition", message }));
    return { ...base, refusals, changes: [], isAllowed: false };
  }
  const refusals = refusalsOf(before, after);
  const from = dayBefore(now, days);
  const covers = recordedSince !== null && recordedSince <= from;
  const changes = await Promise.all((await schemaChangesOf(before, after)).map((change) => withUse(change, { usage, from, covers })));
  const isAllowed = refusals.length === 0 && !changes.some(isBlocking);
  return { ...base, refusals, changes, isAllowed };
}

export function isBlocking({ level, use }: CheckedChange): boolean {
  return level === "breaking" && use !== "unused";
}

/** Reports only problems that the deployed schema does not have, so that a team is not blocked by another team's schema. */
function refusalsOf(before: PublicSchema, after: PublicSchema): Refusal[] {
  const hints = after.hints.filter((hint) => !before.hints.includes(hint));
  const unlabelled = after.unlabelled.filter((field) => !before.unlabelled.includes(field));
  const undated = [...after.coordinates].filter(
    ([coordinate, reason]) => reason !== undefined && reason !== before.coordinates.get(coordinate) && !deprecationPeriod(reason),
  );
  return [
    ...hints.map((message): Refusal => ({ rule: "composition-hint", message })),
    ...unlabelled.map(
      (field): Refusal => ({ rule: "access", message: `${field} has no @access, so the gateway would not serve the field.` }),
    ),
    ...undated.map(([coordinate, reason]): Refusal => {
      const message = `The deprecation reason of ${coordinate} has no valid dates: "${reason}". Write the reason as ${reasonForm}.`;
      return { rule: "deprecation", message };
    }),
  ];
}

interface Records {
  usage: UsageRecords | undefined;
  from: string;
  /** True if the usage records cover the whole period. */
  covers: boolean;
}

async function withUse(change: SchemaChange, { usage, from, covers }: Records): Promise<CheckedChange> {
  const { level, affects } = change;
  if (level !== "breaking" || !usage || affects === undefined) return { ...change, use: "unknown", keys: [] };
  const uses = affects.length > 0 ? await usage.usesSince(from, affects) : [];
  if (uses.length > 0) return { ...change, use: "used", keys: byKey(uses) };
  return { ...change, use: covers ? "unused" : "unknown", keys: [] };
}

/** Returns one use for each key: the part of the schema that the key used most recently. */
function byKey(uses: readonly KeyUse[]): KeyUse[] {
  const keys = new Map<string, KeyUse>();
  for (const use of uses) {
    const known = keys.get(use.keyId);
    if (!known || known.lastDay < use.lastDay || (known.lastDay === use.lastDay && known.count < use.count)) keys.set(use.keyId, use);
  }
  return [...keys.values()];
}

/** Returns the day (UTC) that is this number of days before `now`, as an ISO date. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
