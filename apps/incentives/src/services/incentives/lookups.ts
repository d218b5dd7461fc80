import type { Read } from "@offergraph/service/db/read";
import type { Reference } from "@offergraph/service/replicas/kinds";
import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import { addLookUpError, type LookUp } from "@offergraph/shared/errors/look-up-error";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Ref } from "@offergraph/shared/schema/ref";
import type { Clock } from "@offergraph/shared/time/clock";
import { readCodeStates } from "../../db/code-states.js";
import { readRulesMeant } from "../../db/rules.js";
import type { Path } from "../../domain/fields.js";
import { type CheckedRule, type CodeState, codeIdsOf, needsLookup } from "../../domain/problems.js";
import { asCheckedRule } from "../../domain/rules.js";
import type { IncentiveRuleInput } from "../../generated/types.js";

// The functions of this file run before the transaction, because each lookup can take 300 ms.

export interface LookupContext {
  readonly references: ReplicaLookups;
  readonly read: Read;
  readonly clock: Clock;
  readonly errors: Violations;
}

export interface LookedUp {
  path: Path;
  what: string;
  found: LookUp<{ rowId: string; isDeleted?: boolean }>;
}

export async function lookUpForm(
  { references, errors }: LookupContext,
  ref: Ref | null | undefined,
  path: Path,
): Promise<LookedUp | null | undefined> {
  if (!ref) return ref as null | undefined;
  // Runs no query with an invalid reference, because PostgreSQL could throw an error.
  const found = errors.has(path) ? ({ fault: "NOT_FOUND" } as const) : await references.findForm(ref);
  return { path, what: "form", found };
}

export async function lookUpReferences(references: ReplicaLookups, rules: readonly IncentiveRuleInput[], path: Path): Promise<LookedUp[]> {
  const pending = new Map<string, Promise<LookedUp["found"]>>();
  const once = (key: string, find: (id: string) => Promise<LookedUp["found"]>) => {
    const id = key.toLowerCase();
    const found = pending.get(id) ?? find(id);
    pending.set(id, found);
    return found;
  };
  const wanted = rules.map(async ({ kind_slug, discount_code_id, connection_id }, index): Promise<LookedUp[]> => {
    if (kind_slug === "discount" && discount_code_id) {
      const found = await once(discount_code_id, (id) => references.findDiscountCode(id));
      return [{ path: [...path, index, "discount_code_id"], what: "discount code", found }];
    }
    if (kind_slug === "billing_credit" && connection_id) {
      const found = await once(connection_id, (id) => references.findConnection(id));
      return [{ path: [...path, index, "connection_id"], what: "connection", found }];
    }
    return [];
  });
  return (await Promise.all(wanted)).flat();
}

/** Returns the id of a looked-up record. If the record is missing, adds an error and returns undefined. */
export function idOf({ path, what, found }: LookedUp, errors: Violations): string | undefined {
  const fault = found.row?.isDeleted ? "NOT_FOUND" : found.fault;
  if (fault && !errors.has(path)) addLookUpError(errors, path, fault, what);
  return fault ? undefined : found.row?.rowId;
}

/** Looked-up states of discount codes, by id. Null if the discounts service did not reply. */
export type LookedUpCodes = ReadonlyMap<string, CodeState | null>;

export async function lookUpCodesOf(context: LookupContext, incentive: Ref): Promise<LookedUpCodes> {
  // Runs no query with an invalid id, because PostgreSQL could throw an error.
  if (context.errors.has(["input", "incentiveId"])) return new Map();
  return lookUpCodes(context, await readRulesMeant(context.read, incentive));
}

export function lookUpCodesOfInput(context: LookupContext, given: readonly IncentiveRuleInput[]): Promise<LookedUpCodes> {
  const rules = given.map(({ kind_slug: kind, discount_code_id, terms }, index) =>
    asCheckedRule({ kind, discountCodeId: discount_code_id?.toLowerCase() ?? null, connectionId: null, terms: terms ?? {} }, index),
  );
  return lookUpCodes(context, rules);
}

/** Returns the states of the rules' codes. Looked-up states take precedence over stored states. */
export async function knownStates(read: Read, rules: readonly CheckedRule[], lookedUp: LookedUpCodes): Promise<Map<string, CodeState>> {
  const states = await readCodeStates(read, codeIdsOf(rules));
  for (const [id, state] of lookedUp) if (state) states.set(id, state);
  return states;
}

/** Looks up each code whose stored state is missing or unusable. */
export async function lookUpCodes({ references, read, clock }: LookupContext, rules: readonly CheckedRule[]): Promise<LookedUpCodes> {
  const known = await readCodeStates(read, codeIdsOf(rules));
  const doubtful = rules.filter((rule) => needsLookup(rule, known.get(rule.discountCodeId ?? ""), clock.now()));
  return new Map(await Promise.all(codeIdsOf(doubtful).map(async (id) => [id, await lookUpCode(references, id)] as const)));
}

async function lookUpCode(references: ReplicaLookups, id: string): Promise<CodeState | null> {
  const { row, fault } = await references.askDiscountCode(id);
  if (fault === "NOT_FOUND") return { ...unknown, isDeleted: true };
  return row?.state ? stateOf(row.code, row.state) : null;
}

const unknown: CodeState = {
  ...{ code: null, status: null, startsAt: null, endsAt: null, isDeleted: false },
  ...{ isExhausted: null, isPoolEmpty: null, isPoolLow: null, isPlaced: null },
};

function stateOf(code: string, { startAt, ...state }: NonNullable<Reference<"discount_code">["state"]>): CodeState {
  return { ...state, code, startsAt: startAt, isDeleted: false };
}
