import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { waitUntil } from "../../wait-until.js";
import { admin, newWorkspace, readSystem } from "../../workspace.js";
import { type ScenarioState, strictState } from "./state.js";
import { capture, isCall, nameOf, type Step } from "./step.js";

const pollOften = { ...polling, interval: 100 };

/** Creates a workspace with two connections. `key` is the owner's session, which can also create and revoke keys. */
export async function startScenario(): Promise<ScenarioState> {
  const { workspaceId, memberId } = await newWorkspace();
  const { key } = await admin<{ key: string }>(["member", "sign-in", memberId, "--workspace", workspaceId]);
  const connect = (...words: string[]) =>
    admin<{ connectionId: string }>(["connection", "add", "--workspace", workspaceId, "--name", ...words]);
  const [{ baseUrl }, shop, counter] = [await readSystem(), await connect("Shop", "--sandbox"), await connect("Counter")];
  return strictState({ baseUrl, key, workspaceId, shop: shop.connectionId, counter: counter.connectionId });
}

export async function callTool(client: Client, tool: string, input: Record<string, unknown>): Promise<{ result: unknown }> {
  const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: input });
  if (isError || structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(content)}`);
  return structuredContent as { result: unknown };
}

/** Repeats a mutation whose reference could not be resolved in time. */
export async function retryUnavailable<Done>(call: () => Promise<Done>): Promise<Done> {
  return waitUntil("the tool is available", () =>
    call().catch((error: Error) => {
      if (!error.message.includes("UNAVAILABLE")) throw error;
      return false as const;
    }),
  ) as Promise<Done>;
}

/**
 * Checks the step's expected fields, and returns the result. Repeats a read until the result matches, because services receive events with
 * a delay.
 */
export async function runStep(client: Client, step: Step, state: ScenarioState): Promise<unknown> {
  if (!isCall(step)) {
    Object.assign(state, await step.run(state));
    return undefined;
  }
  const [input, expected] = [step.input(state), step.expected(state)];
  const call = async () => {
    const content = await callTool(client, step.tool, input);
    Object.assign(state, capture(step, content.result));
    if (typeof expected === "object" && expected !== null) expect(content.result, nameOf(step)).toMatchObject(expected);
    else expect(content.result, nameOf(step)).toEqual(expected);
    return content.result;
  };
  return /^(get|list|search)_/.test(step.tool) ? vi.waitFor(call, pollOften) : retryUnavailable(call);
}
