import { describe, expect, it } from "vitest";
import { SharedBudget } from "./shared-budget.js";

const budget = (limits: Partial<SharedBudget["limits"]> = {}) =>
  new SharedBudget({ maxCount: 10, maxBytes: 1_000, totalBytes: 100, ...limits });

describe("a shared budget", () => {
  it("limits the open uses of a holder", () => {
    const shared = budget({ maxCount: 2 });
    const [first] = [shared.open("a"), shared.open("a")];
    expect([shared.open("a"), shared.open("b")]).toEqual([undefined, expect.anything()]);
    first?.close();
    first?.close();
    expect([shared.open("a"), shared.open("a")]).toEqual([expect.anything(), undefined]);
  });
  it("gives one holder at most half of the total over all uses", () => {
    const shared = budget();
    expect(shared.open("a")?.add(51)).toBe(false);
    const [one, two] = [shared.open("a"), shared.open("a")];
    expect([one?.add(40), two?.add(11), two?.add(5), one?.add(6)]).toEqual([true, false, true, false]);
    two?.close();
    expect([one?.add(10), two?.add(1)]).toEqual([true, false]);
  });
  it("always has room for another holder", () => {
    const shared = budget();
    for (const holder of ["a", "b", "c"]) {
      const share = shared.open(holder);
      while (share?.add(1));
      expect(share?.add(1)).toBe(false);
    }
    expect(shared.open("d")?.add(5)).toBe(true);
  });
  it("enforces the limit per holder", () => {
    const share = budget({ maxBytes: 10 }).open("a");
    expect([share?.add(10), share?.add(1)]).toEqual([true, false]);
  });
  it("is free again when all uses are closed", () => {
    const shared = budget();
    for (let round = 0; round < 100; round++) {
      const share = shared.open("a");
      expect(share?.add(50)).toBe(true);
      share?.close();
    }
  });
});
