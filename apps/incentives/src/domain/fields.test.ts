import { Violations } from "@offergraph/shared/errors/user-error";
import { describe, expect, it } from "vitest";
import { readFields, storedFields } from "./fields.js";

function read(given: Parameters<typeof readFields>[0]) {
  const violations = new Violations();
  const fields = readFields(given, ["input"], violations);
  return { fields, faults: violations.list.map(({ field, code }) => `${field.join(".")} ${code}`) };
}

describe("the fields of an incentive", () => {
  it("are those that are supplied; null clears", () => {
    const given = { description: null, audience: null, tier: "quick", icon: null, iconColor: "red", minTrustScore: null } as const;
    expect(read({ ...given, name: undefined })).toEqual({ fields: given, faults: [] });
  });

  it.each(["name", "status"] as const)("reject null for %s", (key) =>
    expect(read({ [key]: null }).faults).toEqual([`input.${key} REQUIRED`]),
  );

  it("have both parts of a limit, or none", () => {
    expect(read({ limitCount: 1, limitPeriod: "DAY" })).toEqual({ fields: { limitCount: 1, limitPeriod: "DAY" }, faults: [] });
    expect(read({ limitCount: null, limitPeriod: null }).faults).toEqual([]);
    for (const limitCount of [1, null]) expect(read({ limitCount }).faults).toEqual(["input.limitPeriod REQUIRED"]);
    for (const limitPeriod of ["EVER", null] as const) expect(read({ limitPeriod }).faults).toEqual(["input.limitCount REQUIRED"]);
    expect(read({ limitCount: null, limitPeriod: "DAY" }).faults).toEqual(["input.limitCount REQUIRED"]);
    expect(read({ limitCount: 2, limitPeriod: null }).faults).toEqual(["input.limitPeriod REQUIRED"]);
  });

  it("are stored with enums as ranks, without omitted fields", () => {
    expect(storedFields({ name: "x", audience: "RETURNING", tier: null, status: "PAUSED", limitPeriod: "ORDER" })).toEqual({
      name: "x",
      audience: 1,
      tier: null,
      status: 2,
      limitPeriod: 4,
    });
    expect(storedFields({ limitCount: 3 })).toEqual({ limitCount: 3 });
  });
});
