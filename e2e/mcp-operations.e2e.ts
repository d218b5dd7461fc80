import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addedOperations } from "./src/additions/additions.js";
import { differences, runDry } from "./src/mcp/dry-run.js";
import { runStep, startScenario } from "./src/mcp/scenario/run-step.js";
import { scenario } from "./src/mcp/scenario/scenario.js";
import type { ScenarioState } from "./src/mcp/scenario/state.js";
import { isCall, nameOf, type Step } from "./src/mcp/scenario/step.js";
import { openStoredStates, type StoredStates } from "./src/mcp/stored-state.js";
import { openToolbox, type Toolbox } from "./src/mcp/toolbox.js";
import { readSystem } from "./src/workspace.js";

/** Mutations that a dry run does not execute, because they send a request to another system. */
const isNotExecuted = new Set(["verify_connection"]);
const operations = 68 + addedOperations.length;

describe("the official client", () => {
  let state: ScenarioState;
  let toolbox: Toolbox;
  let stored: StoredStates;
  const triedDry = new Set<string>();
  const isMutation = (tool: string) => toolbox.tools.get(tool)?.annotations?.readOnlyHint === false;
  beforeAll(async () => {
    state = await startScenario();
    toolbox = await openToolbox(state.baseUrl, state.key);
    stored = await openStoredStates(await readSystem(), state.workspaceId, [state.shop, state.counter]);
  });
  afterAll(() => stored?.stop());

  it("lists every operation, and the scenario calls each one", () => {
    const called = scenario.filter(isCall).map(({ tool }) => tool);
    expect([...toolbox.tools.keys()].sort()).toEqual([...new Set(called)].sort());
    expect(toolbox.tools.size).toBe(operations);
  });

  it.each(scenario.map((step): [string, Step] => [nameOf(step), step]))("%s", async (name, step) => {
    if (isCall(step)) expect(toolbox.inputErrors(step.tool, step.input(state))).toEqual([]);
    if (!isCall(step) || !isMutation(step.tool)) return void (await runStep(toolbox.client, step, state));
    const trying = await Promise.allSettled([runDry(toolbox.client, step, state, stored)]);
    // Runs the step even after a failed dry run, because later steps need its records.
    const result = await runStep(toolbox.client, step, state);
    const [tried] = trying;
    if (tried.status === "rejected") throw tried.reason;
    triedDry.add(step.tool);
    if (!isNotExecuted.has(step.tool)) expect(differences(tried.value.result, result), name).toEqual([]);
  });

  it("tried every mutation as a dry run first", () => {
    expect([...triedDry].sort()).toEqual([...toolbox.tools.keys()].filter(isMutation).sort());
  });
});
