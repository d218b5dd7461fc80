import { expect, it } from "vitest";
import type { Legend } from "./dashboard.js";
import { calcLabels, calcValues, seriesName, sortSeries } from "./legend.js";

const legend: Legend = { displayMode: "table", placement: "right", calcs: ["lastNotNull", "max"], sortBy: "Max", sortDesc: true };
const seriesOf = (...values: number[]) => ({ points: values.map((value, time) => ({ time, value })) });

it("names a series by its labels", () => {
  expect(seriesName("{{service}} {{ operation }}", { service: "forms", operation: "collect" })).toBe("forms collect");
  expect(seriesName("{{consumer}} {{reason}}", { consumer: "none" })).toBe("none");
  expect(seriesName("p95", {})).toBe("p95");
  expect(seriesName("{{consumer}}", {})).toBe("");
});

it("calculates the columns of a table", () => {
  expect(calcLabels(legend)).toEqual(["Last", "Max"]);
  expect(calcValues(legend, "s", seriesOf(1, 5, 3))).toEqual(["3 s", "5 s"]);
});

it("sorts a table by a column", () => {
  const [low, high, alsoLow] = [seriesOf(1, 1), seriesOf(0, 7), seriesOf(1)];
  expect(sortSeries(legend, [low, high, alsoLow])).toEqual([high, low, alsoLow]);
  expect(sortSeries({ displayMode: "list", placement: "bottom" }, [low, high])).toEqual([low, high]);
});
