import { visible } from "@offergraph/shared/cli/output";
import { type CheckedChange, isBlocking, type SchemaCheckResult } from "./check.js";
import type { KeyUse } from "./usage-records.js";

const maxKeys = 20;

/** Formats the result of a schema check as text for a terminal. */
export function reportOf({ app, days, recordedSince, refusals, changes, isAllowed }: SchemaCheckResult): string {
  const of = (isWanted: (change: CheckedChange) => boolean) => changes.filter(isWanted).flatMap(linesOf);
  const breaking = (use: CheckedChange["use"]) => of((change) => change.level === "breaking" && change.use === use);
  const safe = changes.filter(({ level }) => level === "safe");
  return [
    ...section(
      "Refused",
      refusals.map(({ rule, message }) => `${rule}: ${visible(message)}`),
    ),
    ...section("Breaking, in use", breaking("used")),
    ...section(`Breaking, usage unknown (${unknownReason(days, recordedSince)})`, breaking("unknown")),
    ...section(`Breaking, but no key used it for ${days} days: safe to remove`, breaking("unused")),
    ...section(
      "Dangerous",
      of(({ level }) => level === "dangerous"),
    ),
    ...section(
      "Safe",
      safe.map(({ message }) => visible(message)),
    ),
    verdictOf({ app, isAllowed, blocking: changes.filter(isBlocking).length, refused: refusals.length }),
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ""];
}

function linesOf({ message, keys }: CheckedChange): string[] {
  const more = keys.length > maxKeys ? [`  and ${keys.length - maxKeys} more keys`] : [];
  return [visible(message), ...keys.slice(0, maxKeys).map((use) => `  ${keyLine(use)}`), ...more];
}

function keyLine({ coordinate, keyId, keyName, endsWith, workspaceId, lastDay, count }: KeyUse): string {
  const name = visible(keyName ?? "unknown key");
  return `${name} (…${endsWith ?? ""}, ${keyId}) of workspace ${workspaceId} used ${coordinate}. Requests: ${count}, last day: ${lastDay}`;
}

function unknownReason(days: number, recordedSince: string | null): string {
  if (recordedSince === null) return "no usage records";
  return `usage records since ${recordedSince}, ${days} days needed; or a change without usage records`;
}

function verdictOf({ app, isAllowed, blocking, refused }: { app: string; isAllowed: boolean; blocking: number; refused: number }): string {
  if (isAllowed) return `${app}: the schema can be deployed.`;
  return `${app}: the schema must not be deployed (${refused} refused, ${blocking} breaking).`;
}
