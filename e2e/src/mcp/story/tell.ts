import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { polling } from "@offergraph/shared/testing/timeouts";
import { expect, vi } from "vitest";
import { until } from "../../until.js";
import { admin, newWorkspace, readSystem } from "../../world.js";
import { type Known, strictly } from "./known.js";
import { type Call, isCall, kept, nameOf, type Step } from "./step.js";

const patiently = { ...polling, interval: 100 };

/** A workspace of its own with two stores, where the story begins. */
export async function storyBegins(): Promise<Known> {
  const { workspaceId, key } = await newWorkspace();
  const connect = (...words: string[]) =>
    admin<{ connectionId: string }>(["connection", "add", "--workspace", workspaceId, "--name", ...words]);
  const [{ baseUrl }, shop, counter] = [await readSystem(), await connect("Shop", "--sandbox"), await connect("Counter")];
  return strictly({ baseUrl, key, workspaceId, shop: shop.connectionId, counter: counter.connectionId });
}

/** What a tool answers; throws what it says when it is an error. The client holds the answer to the tool's outputSchema. */
export async function ask(client: Client, tool: string, input: Record<string, unknown>): Promise<{ result: unknown }> {
  const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: input });
  if (isError || structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(content)}`);
  return structuredContent as { result: unknown };
}

/** Whose owner of what it refers to gave no answer in its 300 ms did nothing, and is done again. */
async function decided<Done>(happens: () => Promise<Done>): Promise<Done> {
  return until("the tool is decided about", () =>
    happens().catch((error: Error) => {
      if (!error.message.includes("UNAVAILABLE")) throw error;
      return false as const;
    }),
  ) as Promise<Done>;
}

/** Has one step of the story happen, and looks whether it gives what it has to. Reads are asked again while news is under way. */
export async function tell(
  client: Client,
  step: Step,
  known: Known,
  heard: (call: Call, content: object) => void = () => {},
): Promise<void> {
  if (!isCall(step)) {
    Object.assign(known, await step.done(known));
    return;
  }
  const [input, expected] = [step.input(known), step.gives(known)];
  const happens = async () => {
    const content = await ask(client, step.tool, input);
    Object.assign(known, kept(step, content.result));
    if (typeof expected === "object" && expected !== null) expect(content.result, nameOf(step)).toMatchObject(expected);
    else expect(content.result, nameOf(step)).toEqual(expected);
    return content;
  };
  heard(step, /^(get|list|search)_/.test(step.tool) ? await vi.waitFor(happens, patiently) : await decided(happens));
}
