import type { Violations } from "@offergraph/shared/errors/user-error";
import { expect, it, vi } from "vitest";
import type { Surveys } from "../surveys/surveys.js";
import { createModelProblems } from "./model-problems.js";

const model = { elements: [{ type: "text", name: "why" }] };

it("checks each model of a workspace once, also for simultaneous visitors, but repeats a check that could not run", async () => {
  const faults: string[] = [];
  const checkModel = vi.fn(async (_workspaceId: string, _model: object, _path: unknown, violations: Violations) => {
    const fault = faults.shift();
    if (fault) violations.add([], fault as "UNAVAILABLE", "Retry.");
  });
  const problemsOf = createModelProblems({ checkModel } as unknown as Surveys);
  expect(await Promise.all([1, 2, 3].map(() => problemsOf("w1", structuredClone(model))))).toEqual([[], [], []]);
  expect(checkModel).toHaveBeenCalledTimes(1);
  expect(await problemsOf("w1", { elements: [] })).toHaveLength(1);
  expect(checkModel).toHaveBeenCalledTimes(2);
  faults.push("UNAVAILABLE", "INVALID");
  await expect(problemsOf("w2", model)).rejects.toThrow("Retry.");
  expect(await problemsOf("w2", model)).toEqual(["Retry."]);
  expect(checkModel).toHaveBeenCalledTimes(4);
});
