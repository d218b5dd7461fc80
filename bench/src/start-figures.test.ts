import { expect, it } from "vitest";
import { startLimit, startTable } from "./start-figures.js";

const own = [{ ms: 2_000, cpu: 2_400 }];
const cached = [3, 1, 2].map((ms) => ({ ms, cpu: ms * 10 }));
const stock = [{ ms: 900, cpu: 800 }];

it("takes the figure of the gateway with a cache file by its name", () => {
  const starts = { "@apollo/gateway": stock, "this gateway with a cache file": cached, "this gateway": own };
  expect(startLimit(starts)).toMatchObject({ text: "cold start of this gateway with a cache file", value: 2 });
});

it("has no value if the gateway with a cache file did not start in all rounds", () => {
  const failed = { failure: "no answer" };
  for (const starts of [[failed, failed], [...cached, failed], []])
    expect(startLimit({ "this gateway": own, "this gateway with a cache file": starts, "@apollo/gateway": stock }).value).toBeNull();
  expect(startLimit({ "this gateway": own, "@apollo/gateway": stock }).value).toBeNull();
  expect(startLimit({ "this gateway with a cache file": [failed] }).note).toBe("the gateway did not start: no answer");
});

it("has a row for each gateway, also without figures", () => {
  const { rows } = startTable({ "this gateway": own, Grafbase: [{ failure: "no network" }] }, 1);
  expect(rows).toEqual([
    ["this gateway", "2000", "2400"],
    ["Grafbase", "not measured", "not measured"],
  ]);
});
