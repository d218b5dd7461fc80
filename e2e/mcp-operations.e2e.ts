import { beforeAll, describe, expect, it } from "vitest";
import { addedOperations } from "./src/additions/additions.js";
import { runStep, startScenario } from "./src/mcp/scenario/run-step.js";
import { scenario } from "./src/mcp/scenario/scenario.js";
import type { ScenarioState } from "./src/mcp/scenario/state.js";
import { isCall, nameOf, type Step } from "./src/mcp/scenario/step.js";
import { openToolbox, type Toolbox } from "./src/mcp/toolbox.js";

const operations = 68 + addedOperations.length;

describe("the official client", () => {
  let state: ScenarioState;
  let toolbox: Toolbox;
  beforeAll(async () => {
    state = await startScenario();
    toolbox = await openToolbox(state.baseUrl, state.key);
  });

  it("lists every operation, and the scenario calls each one", () => {
    const called = scenario.filter(isCall).map(({ tool }) => tool);
    expect([...toolbox.tools.keys()].sort()).toEqual([...new Set(called)].sort());
    expect(toolbox.tools.size).toBe(operations);
  });

  it.each(scenario.map((step): [string, Step] => [nameOf(step), step]))("%s", async (_name, step) => {
    if (isCall(step)) expect(toolbox.inputErrors(step.tool, step.input(state))).toEqual([]);
    await runStep(toolbox.client, step, state);
  });
});
