import { expect, it } from "vitest";
import { readinessCheck } from "./readiness-check.js";

it("returns the result of the query", async () => {
  let isWorking = true;
  const isReady = readinessCheck(async () => {
    if (!isWorking) throw new Error("The server is away.");
  });
  expect(await isReady()).toBe(true);
  isWorking = false;
  expect(await isReady()).toBe(false);
  isWorking = true;
  expect(await isReady()).toBe(true);
});

it("returns false for a query without an answer, and does not start another one before its end", async () => {
  let [queries, end] = [0, () => {}];
  const query = () => {
    queries += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const isReady = readinessCheck(query, 20);
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(await isReady()).toBe(false);
  expect(queries).toBe(1);
  end();
  const next = readinessCheck(query, 60_000);
  const checking = next();
  end();
  expect(await checking).toBe(true);
});
