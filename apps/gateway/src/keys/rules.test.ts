import { describe, expect, it } from "vitest";
import { effectiveLevel, faultsOf, type NewKey, roleCap } from "./rules.js";

const key: NewKey = { kind: "SECRET", level: "READ", origins: [], connectionId: undefined };
const publishable: NewKey = { ...key, kind: "PUBLISHABLE" };

describe("a key's level", () => {
  it("is the lower of its own and its creator's cap", () => {
    const levels = ["READ", "WRITE", "ADMIN"] as const;
    expect(levels.map((level) => effectiveLevel(level, "OWNER"))).toEqual(["READ", "WRITE", "ADMIN"]);
    expect(levels.map((level) => effectiveLevel(level, "ADMIN"))).toEqual(["READ", "WRITE", "ADMIN"]);
    expect(levels.map((level) => effectiveLevel(level, "MEMBER"))).toEqual(["READ", "WRITE", "WRITE"]);
  });
  it("is at most ADMIN for Owners and Admins, WRITE for Members", () => {
    expect([roleCap("OWNER"), roleCap("ADMIN"), roleCap("MEMBER")]).toEqual(["ADMIN", "ADMIN", "WRITE"]);
  });
});

describe("a new key", () => {
  it("is valid if it follows the rules", () => {
    expect(faultsOf({ ...key, level: "ADMIN" }, "OWNER")).toEqual([]);
    expect(faultsOf({ ...key, level: "WRITE" }, "MEMBER")).toEqual([]);
    expect(faultsOf({ ...key, connectionId: "c" }, "MEMBER")).toEqual([]);
    expect(faultsOf({ ...publishable, origins: ["https://shop.example"] }, "MEMBER")).toEqual([]);
  });
  it("of a Member is at most WRITE", () => {
    expect(faultsOf({ ...key, level: "ADMIN" }, "MEMBER")).toEqual([expect.stringContaining("up to WRITE")]);
  });
  it("that is publishable has level READ and no connection; a secret one has no origins", () => {
    expect(faultsOf({ ...publishable, level: "WRITE", connectionId: "c" }, "OWNER")).toHaveLength(2);
    expect(faultsOf({ ...key, origins: ["https://shop.example"] }, "OWNER")).toHaveLength(1);
  });
  it("accepts origins as browsers send them, and reports each invalid one", () => {
    expect(faultsOf({ ...publishable, origins: ["https://a.example/", "*"] }, "OWNER")).toHaveLength(2);
  });
});
