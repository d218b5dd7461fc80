import { expect, it } from "vitest";
import { BatchSizes } from "./batch-sizes.js";

function setup() {
  const clock = { now: 0 };
  return { clock, sizes: new BatchSizes(() => clock.now) };
}

it("batches are large for a workspace that is alone", () => {
  const { sizes } = setup();
  expect(sizes.of("large")).toBe(500);
  sizes.note("large");
  sizes.note("large");
  expect(sizes.of("large")).toBe(500);
});

it("batches are small while another workspace is active, and large a second later", () => {
  const { clock, sizes } = setup();
  sizes.note("small");
  expect(sizes.of("large")).toBe(50);
  for (clock.now = 100; clock.now < 1_000; clock.now += 100) {
    sizes.note("large");
    sizes.note("large");
    expect(sizes.of("large")).toBe(50);
  }
  expect(sizes.of("large")).toBe(500);
  sizes.note("small");
  expect([sizes.of("large"), sizes.of("small")]).toEqual([50, 50]);
});
