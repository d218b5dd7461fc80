import { expect, it } from "vitest";
import { jobFinder } from "./find-job.js";

type Given = Parameters<typeof jobFinder>;
const record = { rowId: "id", kind: "EXPORT_ORDERS" };
const finder = (answers: Record<string, object[] | Error>) =>
  jobFinder(
    {} as Given[0],
    (async ({ service }: { service: string }) => {
      const answer = answers[service] ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    }) as never,
  )("workspace", "id");

it("finds a job of any service, also if another service is unavailable", async () => {
  const expected = { ...record, workspaceId: "workspace", service: "orders" };
  expect(await finder({ orders: [record] })).toEqual(expected);
  expect(await finder({ orders: [record], discounts: new Error("away") })).toEqual(expected);
  expect(await finder({})).toBeUndefined();
  await expect(finder({ orders: new Error("away") })).rejects.toThrow("away");
});
