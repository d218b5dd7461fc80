import { Violations } from "@offergraph/shared/errors/user-error";
import { createLogger } from "@offergraph/shared/log/logger";
import { countTurns } from "@offergraph/testkit/event-loop";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "../../domain/draft-walk.js";
import { createSurveys } from "./surveys.js";

const log = createLogger("test", "silent");
const warned = vi.spyOn(log, "warn");
const surveys = createSurveys(log, { answersLimit: 500 });
afterAll(() => surveys.stop());
beforeEach(() => warned.mockClear());

const formOf = (rowId: string, elements: object[]) => ({
  rowId,
  formId: "f",
  version: 1,
  rules: 1,
  createdAt: "2026-06-01T12:00:00.000Z",
  model: { elements },
});
type Form = ReturnType<typeof formOf>;
const plain = formOf("plain", [{ type: "text", name: "q" }]);
const hostile = (rowId: string) => formOf(rowId, [{ type: "text", name: "q", validators: [{ type: "regex", regex: "^(a+)+$" }] }]);
const endless = { q: `${"a".repeat(60)}!` };

/** Checks answers and returns the violations as "path CODE". */
async function found(variant: Form, answers: Json, ends = false): Promise<string[]> {
  const violations = new Violations();
  await surveys.checkAnswers({ workspaceId: "w", variant, answers, ends }, ["answers"], violations);
  return violations.list.map(({ field, code }) => `${field.join(".")} ${code}`);
}

describe("SurveyJS in threads", () => {
  it("returns violations and accepted answers without blocking the event loop", async () => {
    const violations = new Violations();
    const stars = formOf("stars", [{ type: "rating", name: "stars", rateMax: 5 }]);
    const given = { workspaceId: "w", variant: stars, answers: { stars: 4 }, ends: true };
    expect(await surveys.checkAnswers(given, ["answers"], violations)).toEqual({ answers: { stars: 4 }, scale: [4], texts: [] });
    expect(await found(stars, { stars: 9, other: 1 })).toEqual(["answers.other UNKNOWN_FIELD", "answers.stars INVALID"]);
    await surveys.checkModel("w", { extra: 1 }, ["input", "payload"], violations);
    expect(violations.list).toMatchObject([{ field: ["input", "payload", "extra"], code: "UNKNOWN_FIELD" }]);
  });

  it("is not called for a response without answers", async () => {
    const toJSON = () => {
      throw new Error("The form was read.");
    };
    const variant = { ...plain, model: { toJSON } };
    const check = (answers: Json, ends: boolean) =>
      surveys.checkAnswers({ workspaceId: "w", variant, answers, ends }, ["answers"], new Violations());
    expect(await check({}, false)).toEqual({ answers: {}, scale: [], texts: [] });
    await expect(check({ q: "x" }, false)).rejects.toThrow("read");
    await expect(check({}, true)).rejects.toThrow("read");
  });

  it("terminates an answer that takes too long, keeps the event loop free, and continues", async () => {
    const form = hostile("a");
    await found(plain, { q: "x" });
    const { value, turns } = await countTurns(found(form, endless));
    expect(value).toEqual(["answers LIMIT_EXCEEDED"]);
    expect(turns).toBeGreaterThan(20);
    expect(warned.mock.calls).toEqual([[{ workspaceId: "w", formVariantId: "a" }, expect.any(String)]]);
    expect(await found(form, { q: "aaa" })).toEqual([]);
    expect(await found(plain, { q: "x" })).toEqual([]);
  });

  it("isolates a form that overran, logs it once, and queues only a few of its answers", async () => {
    const form = hostile("b");
    await found(form, endless);
    const answers = Array.from({ length: 10 }, () => found(form, endless));
    let overran = 0;
    for (const answer of answers)
      void answer.then(
        () => {
          overran += 1;
        },
        () => undefined,
      );
    for (let turn = 0; turn < 6; turn += 1) expect(await found(plain, { q: "x" })).toEqual([]);
    // During six checks of `plain`, the slow pool finishes at most one check of the hostile form.
    expect(overran).toBeLessThan(2);
    const ends = await Promise.allSettled(answers);
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused).toHaveLength(6);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "UNAVAILABLE" });
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it("reports answers on which SurveyJS throws as invalid", async () => {
    expect(await found(formOf("broken", [{ type: "text", name: "q", validators: [{ type: "regex", regex: "((" }] }]), { q: "x" })).toEqual([
      "answers INVALID",
    ]);
    expect(warned.mock.calls).toMatchObject([
      [{ workspaceId: "w", formVariantId: "broken", fault: expect.any(String) }, expect.any(String)],
    ]);
  });
});
