import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectiveLevel, hashKey, isWellFormed, newKey, roleCap, suffixOf } from "./api-key.js";

const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("a key's text", () => {
  it("has its kind's prefix, 32 random characters and a checksum of 6", () => {
    expect(newKey("SECRET")).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(newKey("PUBLISHABLE")).toMatch(/^pk_live_[0-9A-Za-z]{38}$/);
    expect(newKey("SESSION")).toMatch(/^ms_live_[0-9A-Za-z]{38}$/);
    expect(newKey("SECRET", true)).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
    expect(isWellFormed(newKey("SECRET", true))).toBe(true);
    expect(isWellFormed(newKey("SECRET"))).toBe(true);
    expect(isWellFormed(newKey("PUBLISHABLE"))).toBe(true);
    expect(newKey("SECRET")).not.toBe(newKey("SECRET"));
  });

  it("detects any single mistyped character", () => {
    const key = newKey("SECRET");
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 45 }), fc.constantFrom(...signs), (place, sign) => {
        const typo = key.slice(0, place) + sign + key.slice(place + 1);
        expect(isWellFormed(typo)).toBe(typo === key);
      }),
    );
  });

  it("detects swapped neighbors, another kind's prefix, and other lengths or alphabets", () => {
    const key = newKey("SECRET");
    for (let place = 8; place < key.length - 1; place++) {
      const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2);
      expect(isWellFormed(swapped)).toBe(swapped === key);
    }
    const bad = [
      "",
      "sk_live_",
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace("sk_", "pk_"),
      key.replace("live", "demo"),
    ];
    for (const text of [...bad, `${key.slice(0, 20)}é${key.slice(21)}`]) expect(isWellFormed(text), text).toBe(false);
  });

  it("is identified by its hash and displayed by its last four characters", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(suffixOf("sk_live_0123456789")).toBe("6789");
  });
});

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
