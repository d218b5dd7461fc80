import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import type { PlacementTargetBindInput } from "../generated/types.js";
import { readTargets, sameTargets } from "./targets.js";

const read = (given: PlacementTargetBindInput[]) => {
  const violations = new Violations();
  const targets = readTargets(given, ["input", "targets"], violations);
  return { targets, found: violations.list.map(({ field, code }) => `${field.join(".")} ${code}`) };
};

describe("targets", () => {
  it("keep order and titles; an omitted title equals null", () => {
    const { targets, found } = read([
      { kind: "PRODUCT", externalRef: "b", title: "B" },
      { kind: "COLLECTION", externalRef: "a" },
      { kind: "PRICE", externalRef: "a", title: null },
    ]);
    expect(found).toEqual([]);
    expect(targets).toEqual([
      { kind: 2, externalRef: "b", title: "B" },
      { kind: 0, externalRef: "a", title: null },
      { kind: 1, externalRef: "a", title: null },
    ]);
  });

  it("are unique by kind and case-sensitive reference", () => {
    const { found } = read([
      { kind: "PRODUCT", externalRef: "a" },
      { kind: "PRODUCT", externalRef: "A" },
      { kind: "PRICE", externalRef: "a" },
      { kind: "PRODUCT", externalRef: "a", title: "again" },
      { kind: "PRODUCT", externalRef: "a" },
    ]);
    expect(found).toEqual(["input.targets.3.externalRef TAKEN", "input.targets.4.externalRef TAKEN"]);
  });

  it("are equal only with the same titles in the same order", () => {
    const [one, two] = [
      { kind: 0, externalRef: "a", title: null },
      { kind: 2, externalRef: "b", title: "B" },
    ];
    expect(sameTargets([one, two], [{ ...one }, { ...two }])).toBe(true);
    expect(sameTargets([], [])).toBe(true);
    for (const other of [[two, one], [one], [], [one, { ...two, title: "C" }], [one, { ...two, kind: 1 }], [{ ...one, title: "" }, two]])
      expect(sameTargets([one, two], other)).toBe(false);
  });
});
