import { describe, expect, it } from "vitest";
import { effectiveLevel, type KeyRecord, type NewKey, newKeyIssues, roleCap, verifyKey } from "./verify-key.js";

const good: KeyRecord = {
  keyId: "k",
  workspaceId: "w",
  memberId: "m",
  kind: "SECRET",
  level: "ADMIN",
  origins: [],
  connectionId: null,
  limitPerMinute: null,
  isRevoked: false,
  role: "OWNER",
  isMember: true,
};
const codeOf = (record: KeyRecord | undefined, origin?: string) => {
  try {
    return verifyKey(record, origin).level;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a key at a request", () => {
  it("acts with its level, capped by its creator's role", () => {
    expect(verifyKey(good, undefined)).toEqual({
      keyId: "k",
      workspaceId: "w",
      memberId: "m",
      level: "ADMIN",
      limitPerMinute: null,
      connectionId: null,
    });
    expect(codeOf({ ...good, role: "MEMBER" })).toBe("WRITE");
  });
  it("of one connection has its id where connection keys are accepted, and obeys the other rules", () => {
    expect(verifyKey({ ...good, connectionId: "c" }, undefined, true).connectionId).toBe("c");
    expect(() => verifyKey({ ...good, connectionId: "c", isMember: false }, undefined, true)).toThrow(/has left/);
  });
  it("that is secret may come with any origin", () => {
    expect(codeOf(good, "https://anywhere.example")).toBe("ADMIN");
  });
  it("is refused by the first rule it breaks, in the documented order", () => {
    // Each record satisfies one more rule than the previous record.
    const worst: KeyRecord = {
      ...good,
      kind: "PUBLISHABLE",
      origins: ["https://a.example"],
      connectionId: "c",
      isMember: false,
      isRevoked: true,
    };
    const origin = "https://b.example";
    expect(codeOf(undefined, origin)).toBe("api_key_invalid");
    expect(codeOf(worst, origin)).toBe("api_key_invalid");
    expect(codeOf({ ...worst, isRevoked: false }, origin)).toBe("api_key_creator_not_member");
    expect(codeOf({ ...worst, isRevoked: false, isMember: true }, origin)).toBe("connection_key_not_supported");
    expect(codeOf({ ...worst, isRevoked: false, isMember: true, connectionId: null }, origin)).toBe("origin_not_allowed");
    expect(codeOf({ ...worst, isRevoked: false, isMember: true, connectionId: null }, "https://a.example")).toBe("secret_key_required");
    expect(codeOf({ ...worst, isRevoked: false, isMember: true, connectionId: null })).toBe("secret_key_required");
  });
});

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
    expect(newKeyIssues({ ...key, level: "ADMIN" }, "OWNER")).toEqual([]);
    expect(newKeyIssues({ ...key, level: "WRITE" }, "MEMBER")).toEqual([]);
    expect(newKeyIssues({ ...key, connectionId: "c" }, "MEMBER")).toEqual([]);
    expect(newKeyIssues({ ...publishable, origins: ["https://shop.example"] }, "MEMBER")).toEqual([]);
  });
  it("of a Member is at most WRITE", () => {
    expect(newKeyIssues({ ...key, level: "ADMIN" }, "MEMBER")).toEqual([expect.stringContaining("maximum level is WRITE")]);
  });
  it("that is publishable has level READ and no connection; a secret one has no origins", () => {
    expect(newKeyIssues({ ...publishable, level: "WRITE", connectionId: "c" }, "OWNER")).toHaveLength(2);
    expect(newKeyIssues({ ...key, origins: ["https://shop.example"] }, "OWNER")).toHaveLength(1);
  });
  it("accepts origins as browsers send them, and reports each invalid one", () => {
    expect(newKeyIssues({ ...publishable, origins: ["https://a.example/", "*"] }, "OWNER")).toHaveLength(2);
  });
});
