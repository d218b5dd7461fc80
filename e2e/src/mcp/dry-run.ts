import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { DryRunReport } from "@offergraph/shared/access/dry-run";
import { expect } from "vitest";
import { waitUntil } from "../wait-until.js";
import { retryUnavailable } from "./scenario/run-step.js";
import type { ScenarioState } from "./scenario/state.js";
import { type Call, nameOf } from "./scenario/step.js";
import { isBackground, type StoredState, type StoredStates } from "./stored-state.js";

export interface DryRunResult {
  result: Record<string, unknown>;
  dryRun: DryRunReport;
}

/**
 * Calls a tool with `dry_run` and checks that databases and the sandbox store stay unchanged. Repeats the dry run after changes by
 * background work.
 */
export async function runDry(client: Client, step: Call, state: ScenarioState, stored: StoredStates): Promise<DryRunResult> {
  return (await waitUntil(`${nameOf(step)} changes nothing in a dry run`, async () => {
    const before = await stored.read({ isIdle: true });
    const answer = await retryUnavailable(() => callDry(client, step, state));
    const changed = changedTables(before, await stored.read({ isIdle: false }));
    expect(
      changed.filter((name) => !isBackground(name)),
      nameOf(step),
    ).toEqual([]);
    return changed.length === 0 && answer;
  })) as DryRunResult;
}

async function callDry(client: Client, { tool, input }: Call, state: ScenarioState): Promise<DryRunResult> {
  const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: { ...input(state), dry_run: true } });
  if (isError || structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(content)}`);
  const given = structuredContent as unknown as DryRunResult;
  expect(given.dryRun, tool).toMatchObject({ operation: tool, eventCount: expect.any(Number) });
  return given;
}

function changedTables(before: StoredState, after: StoredState): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const toleranceMs = 60_000;
/** Paths of values that differ between two calls. */
const random = /\.(secret|publicKey|url|slug|payload|endsWith|shortLink\.code|failingSince)$/;

/**
 * Lists the paths at which a dry run and the real request returned different values. Ids may differ if they identify the same records.
 * Times may differ by a minute.
 */
export function differences(tried: unknown, done: unknown): string[] {
  const ids = new Map<string, string>();
  const isSame = (one: unknown, other: unknown): boolean => {
    if (one === other) return true;
    if (typeof one !== "string" || typeof other !== "string") return false;
    if (uuid.test(one) && uuid.test(other)) {
      if (!ids.has(one)) ids.set(one, other);
      return ids.get(one) === other;
    }
    return Math.abs(Date.parse(one) - Date.parse(other)) <= toleranceMs;
  };
  const compare = (one: unknown, other: unknown, path: string): string[] => {
    if (random.test(path)) return [];
    if (!isObject(one) || !isObject(other))
      return isSame(one, other) ? [] : [`${path}: ${JSON.stringify(one)}, then ${JSON.stringify(other)}`];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => compare(one[name], other[name], `${path}.${name}`));
  };
  return compare(tried, done, "result");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
