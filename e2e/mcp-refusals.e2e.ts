import { beforeAll, describe, expect, it } from "vitest";
import { graphqlClient } from "./src/client.js";
import { callPlainly } from "./src/mcp/client.js";
import { faultsOf, goodInput, isTold, shown, spoil, toolOf } from "./src/mcp/refusals/case.js";
import { discountCases } from "./src/mcp/refusals/discounts.js";
import { everything } from "./src/mcp/refusals/everything.js";
import { formCases } from "./src/mcp/refusals/forms.js";
import { incentiveCases } from "./src/mcp/refusals/incentives.js";
import { readCases } from "./src/mcp/refusals/reads.js";
import { serviceCases } from "./src/mcp/refusals/service.js";
import type { Known } from "./src/mcp/story/known.js";
import { untilItIsFull } from "./src/mcp/story/story.js";
import { storyBegins, tell } from "./src/mcp/story/tell.js";
import { encodings, openToolbox, type Toolbox } from "./src/mcp/toolbox.js";
import { until } from "./src/until.js";

const spoilt = [...discountCases, ...formCases, ...incentiveCases, ...readCases];

let known: Known;
let toolbox: Toolbox;
let before: object;
beforeAll(async () => {
  known = await storyBegins();
  toolbox = await openToolbox(known.baseUrl, known.key);
  for (const step of untilItIsFull) await tell(toolbox.client, step, known);
  before = await state();
});

const schemaFaults = (call: string, input: unknown) => encodings.map((encoding) => toolbox.inputFaults(toolOf(call), encoding, input));
/** What is told of it, once who owns what it refers to has answered: that may take longer than the 300 ms that it is given. */
const refusedAs = (call: string, input: unknown) =>
  until(`${call} is decided about`, async () => {
    const faults = faultsOf(await callPlainly(known.baseUrl, known.key, toolOf(call), input));
    return !faults.some((fault) => fault.endsWith(" UNAVAILABLE")) && faults;
  });
const state = () => everything(graphqlClient(known.baseUrl, known.key));

describe.each(spoilt)("$call", ({ call, cases }) => {
  it("is good as the story has it", () => {
    expect(schemaFaults(call, goodInput(call, known))).toEqual([[], []]);
  });

  it.each(cases.map(([path, value, refusal, at]) => ({ path, value, refusal, at: at ?? path, is: shown(value) })))(
    "with $path $is: no schema takes it, the service says $refusal",
    async ({ path, value, refusal, at }) => {
      const input = spoil(goodInput(call, known), path, value);
      const faults = await refusedAs(call, input);
      expect(isTold(faults, refusal, at), `told: ${faults.join(", ") || "it was done"}`).toBe(true);
      const [compact, plain] = schemaFaults(call, input);
      expect([compact?.length !== 0, plain?.length !== 0], "refused by [compact, plain]").toEqual([true, true]);
    },
  );
});

describe("what a schema cannot see, the service refuses", () => {
  it.each(serviceCases)("$call: $what", async ({ call, change, refusal, at }) => {
    const input = change(goodInput(call, known), known);
    expect(schemaFaults(call, input)).toEqual([[], []]);
    const faults = await refusedAs(call, input);
    expect(isTold(faults, refusal, at), `told: ${faults.join(", ") || "it was done"}`).toBe(true);
  });
});

it("nothing was written by all of that", async () => {
  expect(await state()).toEqual(before);
});
