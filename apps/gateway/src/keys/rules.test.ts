import { describe, expect, it } from "vitest";
import { effectiveLevel, faultsOf, isOrigin, type NewKey, roleCap } from "./rules.js";

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
  it("is taken when it keeps the rules", () => {
    expect(faultsOf({ ...key, level: "ADMIN" }, "OWNER")).toEqual([]);
    expect(faultsOf({ ...key, level: "WRITE" }, "MEMBER")).toEqual([]);
    expect(faultsOf({ ...key, connectionId: "c" }, "MEMBER")).toEqual([]);
    expect(faultsOf({ ...publishable, origins: ["https://shop.example"] }, "MEMBER")).toEqual([]);
  });
  it("of a Member is at most WRITE", () => {
    expect(faultsOf({ ...key, level: "ADMIN" }, "MEMBER")).toEqual([expect.stringContaining("up to WRITE")]);
  });
  it("that is publishable reads only, and has no connection; a secret one has no origins", () => {
    expect(faultsOf({ ...publishable, level: "WRITE", connectionId: "c" }, "OWNER")).toHaveLength(2);
    expect(faultsOf({ ...key, origins: ["https://shop.example"] }, "OWNER")).toHaveLength(1);
  });
  it("takes origins as browsers send them, and nothing else", () => {
    for (const good of ["https://shop.example", "http://localhost:3000", "https://[::1]:8443"]) expect(isOrigin(good), good).toBe(true);
    const bad = [
      "",
      "*",
      "null",
      "https://*.shop.example",
      "shop.example",
      "https://shop.example/",
      "https://shop.example/a",
      "ftp://shop.example",
    ];
    for (const text of [...bad, "https://Shop.example", "https://shop.example:443", "https://user@shop.example", "https://shop.example?a"])
      expect(isOrigin(text), text).toBe(false);
    expect(faultsOf({ ...publishable, origins: ["https://a.example/", "*"] }, "OWNER")).toHaveLength(2);
  });
});
