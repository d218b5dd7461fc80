import { beforeAll, describe, expect, it } from "vitest";
import { graphqlClient } from "./src/client.js";
import { callRaw } from "./src/mcp/client.js";
import { errorsOf, formatValue, isReported, mutateInput, toolOf, validInput } from "./src/mcp/invalid-input/case.js";
import { discountCases } from "./src/mcp/invalid-input/discounts.js";
import { formCases } from "./src/mcp/invalid-input/forms.js";
import { incentiveCases } from "./src/mcp/invalid-input/incentives.js";
import { readCases } from "./src/mcp/invalid-input/reads.js";
import { serviceCases } from "./src/mcp/invalid-input/service.js";
import { readSnapshot } from "./src/mcp/invalid-input/snapshot.js";
import { runStep, startScenario } from "./src/mcp/scenario/run-step.js";
import { populateSteps } from "./src/mcp/scenario/scenario.js";
import type { ScenarioState } from "./src/mcp/scenario/state.js";
import { openToolbox, type Toolbox } from "./src/mcp/toolbox.js";
import { waitUntil } from "./src/wait-until.js";

const inputCases = [...discountCases, ...formCases, ...incentiveCases, ...readCases];

let state: ScenarioState;
let toolbox: Toolbox;
let before: object;
beforeAll(async () => {
  state = await startScenario();
  toolbox = await openToolbox(state.baseUrl, state.key);
  for (const step of populateSteps) await runStep(toolbox.client, step, state);
  before = await snapshot();
});

const schemaErrors = (call: string, input: unknown) => toolbox.inputErrors(toolOf(call), input);
/** Repeats the call after UNAVAILABLE, because a lookup of a reference can take too long. */
const callUntilAvailable = (call: string, input: unknown) =>
  waitUntil(`${call} is available`, async () => {
    const errors = errorsOf(await callRaw(state.baseUrl, state.key, toolOf(call), input));
    return !errors.some((error) => error.endsWith(" UNAVAILABLE")) && errors;
  });
const snapshot = () => readSnapshot(graphqlClient(state.baseUrl, state.key));

describe.each(inputCases)("$call", ({ call, cases }) => {
  it("accepts the scenario's input", () => {
    expect(schemaErrors(call, validInput(call, state))).toEqual([]);
  });

  it.each(cases.map(([path, value, refusal, at]) => ({ path, value, refusal, at: at ?? path, is: formatValue(value) })))(
    "rejects $path = $is with $refusal",
    async ({ path, value, refusal, at }) => {
      const input = mutateInput(validInput(call, state), path, value);
      const errors = await callUntilAvailable(call, input);
      expect(isReported(errors, refusal, at), `reported: ${errors.join(", ") || "success"}`).toBe(true);
    },
  );
});

it("the schemas of the tools reject most of the invalid input", () => {
  // The tools' JSON Schemas accept some invalid input, because they have no `anyOf` and allow unknown properties.
  const inputs = inputCases.flatMap(({ call, cases }) =>
    cases.map(([path, value]) => [call, mutateInput(validInput(call, state), path, value)] as const),
  );
  expect(inputs.filter(([call, input]) => schemaErrors(call, input).length > 0).length / inputs.length).toBeGreaterThan(0.7);
});

describe("the service enforces rules that a schema cannot express", () => {
  it.each(serviceCases)("$call: $what", async ({ call, change, refusal, at }) => {
    const input = change(validInput(call, state), state);
    expect(schemaErrors(call, input)).toEqual([]);
    const errors = await callUntilAvailable(call, input);
    expect(isReported(errors, refusal, at), `reported: ${errors.join(", ") || "success"}`).toBe(true);
  });
});

it("rejected calls write nothing", async () => {
  expect(await snapshot()).toEqual(before);
});
