import { describe, expect, it } from "vitest";
import type { Message } from "./process-message.js";
import { type EventFilter, eventSkipper, needChecker } from "./skip-events.js";

describe("eventSkipper", () => {
  const filter = (({ data }: { data: { items: string[] } }) => data.items.length > 0) as unknown as EventFilter<never>;
  const skips = eventSkipper(new Map([["offergraph.shop.thing.changed.v1", new Set(["name"])]]), filter);

  it("skips events that the filter rejects and events that changed no kept field", () => {
    expect(skips({ data: { items: [] } })).toBe(true);
    expect(skips({ data: { items: ["one"] } })).toBe(false);
    expect(skips({ type: "offergraph.shop.thing.changed.v1", data: { items: ["one"], changed: ["size"] } })).toBe(true);
    expect(skips({ type: "offergraph.shop.thing.changed.v1", data: { items: ["one"], changed: ["name"] } })).toBe(false);
  });

  it.each([undefined, null, 7, { data: null }, { data: {} }])("leaves the malformed event %j to the validation", (json) => {
    expect(skips(json)).toBe(false);
  });
});

describe("needChecker", () => {
  const message = (workspaceid: string) => ({ json: { workspaceid } }) as Message;

  it("asks once for the messages of a workspace that arrive during the previous call", async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const needs = needChecker(async (workspaceId) => {
      asked.push(workspaceId);
      await new Promise<void>((answer) => answers.push(answer));
      return workspaceId === "a";
    }, 10);
    const first = needs(message("a"));
    await Promise.resolve();
    await Promise.resolve();
    const others = [needs(message("a")), needs(message("a"))];
    answers.shift()?.();
    expect(await first).toBe(true);
    await new Promise(setImmediate);
    answers.shift()?.();
    expect(await Promise.all(others)).toEqual([true, true]);
    expect(asked).toEqual(["a", "a"]);
  });

  it("is true if the question fails", async () => {
    const needs = needChecker(async () => {
      throw new Error("The database is not available.");
    }, 10);
    expect(await needs(message("a"))).toBe(true);
  });
});
