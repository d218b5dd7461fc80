import { describe, expect, it } from "vitest";
import { findPrompt, prompts } from "./prompts.js";
import type { ServerContext } from "./server.js";
import { appSubgraphs, contextOf, engineOf } from "./testing/context.js";

const engine = engineOf(appSubgraphs());
const context = contextOf(engine);
const names = (changes: Partial<ServerContext>) => prompts({ ...context, ...changes }).map(({ name }) => name);
const filter = (allows: ServerContext["filter"]["allows"]): Partial<ServerContext> => ({ filter: { ...context.filter, allows } });
const textOf = (name: string, args: Record<string, string>) => {
  const [message] = findPrompt(name, args, context).messages;
  return message?.content.type === "text" ? message.content.text : "";
};
const refused = (name: string, args: Record<string, string>, changes: Partial<ServerContext> = {}) => {
  try {
    findPrompt(name, args, { ...context, ...changes });
  } catch (error) {
    return error as { code: number; message: string };
  }
  throw new Error("It was not refused.");
};

describe("prompts", () => {
  it("are listed to who has all their tools", () => {
    expect(names({})).toEqual(["launch_form_with_reward", "look_into_held_grants", "clean_up_codes"]);
    expect(names({ caller: { ...context.caller, level: "READ" } })).toEqual([]);
    expect(names(filter(({ type }) => type === "query"))).toEqual([]);
    expect(names(filter(({ toolset }) => toolset !== "forms" && toolset !== "responses"))).toEqual(["clean_up_codes"]);
  });

  it("are listed as far as the supergraph has what they need", () => {
    const without = engineOf(appSubgraphs().filter(({ name }) => name !== "orders"));
    expect(prompts(contextOf(without)).map(({ name }) => name)).toEqual(["launch_form_with_reward"]);
  });

  it("name missing tools", () => {
    const { code, message } = refused("clean_up_codes", {}, { caller: { ...context.caller, level: "READ" } });
    expect(code).toBe(-32_602);
    expect(message).toContain("bulk_update_discount_code_status, delete_discount_code");
    expect(message).not.toContain("list_discount_codes");
  });

  it("have their arguments in them, as data", () => {
    const text = textOf("launch_form_with_reward", { title: 'Was it "easy"?', reward: "10 % off" });
    expect(text).toContain('- Form: "Was it \\"easy\\"?"\n- Reward: "10 % off"\n- Channel: "Hosted page"\n');
    expect(textOf("look_into_held_grants", { incentive: " " })).toContain("the held grants of all incentives and");
    expect(textOf("look_into_held_grants", { incentive: "Thanks" })).toContain('the held grants of the incentive "Thanks" and');
  });

  it("count days from today", () => {
    expect(textOf("clean_up_codes", {})).toContain('{"lessThan": "2026-08-24T10:00:00.000Z"}');
    expect(textOf("clean_up_codes", { older_than_days: "1" })).toContain('{"lessThan": "2026-11-21T10:00:00.000Z"}');
  });

  it.each([
    ["nothing", {}, 'Unknown prompt "nothing"; available: launch_form_with_reward, look_into_held_grants, clean_up_codes.'],
    ["launch_form_with_reward", { title: "T", reward: " " }, "requires reward; its arguments are title, reward, channel."],
    ["launch_form_with_reward", {}, "requires title and reward"],
    ["clean_up_codes", { days: "3" }, 'has no argument "days"; allowed: older_than_days.'],
    ["clean_up_codes", { older_than_days: "0" }, "older_than_days must be a whole number from 1 to 3650."],
    ["clean_up_codes", { older_than_days: "3651" }, "older_than_days must be a whole number from 1 to 3650."],
    ["clean_up_codes", { older_than_days: "1e3" }, "older_than_days must be a whole number from 1 to 3650."],
  ])("refuse %s with %j", (name, args, words) => {
    const { code, message } = refused(name, args as Record<string, string>);
    expect(code).toBe(-32_602);
    expect(message).toContain(words);
  });
});
