import { describe, expect, it } from "vitest";
import { type KeyRecord, verifyKey } from "./verify-key.js";

const now = new Date("2026-06-01T12:00:00Z");

const good: KeyRecord = {
  keyId: "k",
  workspaceId: "w",
  memberId: "m",
  kind: "SECRET",
  level: "ADMIN",
  origins: [],
  connectionId: null,
  limitPerMinute: null,
  expiresAt: null,
  isRevoked: false,
  role: "OWNER",
  isMember: true,
  isTest: false,
  isPersistedOnly: false,
};
const codeOf = (record: KeyRecord | undefined, origin?: string) => {
  try {
    return verifyKey(record, { origin, now }).level;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a key at a request", () => {
  it("acts with its level, capped by its creator's role", () => {
    expect(verifyKey(good, { origin: undefined, now })).toEqual({
      keyId: "k",
      workspaceId: "w",
      memberId: "m",
      level: "ADMIN",
      limitPerMinute: null,
      connectionId: null,
      isSession: false,
      isApp: false,
      isTest: false,
      isPersistedOnly: false,
    });
    expect(codeOf({ ...good, role: "MEMBER" })).toBe("WRITE");
  });
  it("of one connection has its id where connection keys are accepted, and obeys the other rules", () => {
    expect(verifyKey({ ...good, connectionId: "c" }, { origin: undefined, now, takesConnectionKeys: true }).connectionId).toBe("c");
    expect(() => verifyKey({ ...good, connectionId: "c", isMember: false }, { origin: undefined, now, takesConnectionKeys: true })).toThrow(
      /has left/,
    );
  });
  it("of kind SESSION is a member's session", () => {
    expect(verifyKey({ ...good, kind: "SESSION" }, { origin: undefined, now }).isSession).toBe(true);
  });
  it("of kind APP is an access token, which is accepted only where access tokens are accepted", () => {
    const token: KeyRecord = { ...good, kind: "APP" };
    expect(verifyKey(token, { origin: undefined, now, takesAccessTokens: true })).toMatchObject({ isApp: true, isSession: false });
    expect(codeOf(token)).toBe("api_key_invalid");
  });
  it("for persisted operations only is accepted only where a request contains one operation", () => {
    const limited: KeyRecord = { ...good, isPersistedOnly: true };
    expect(verifyKey(limited, { origin: undefined, now, takesPersistedOnlyKeys: true })).toMatchObject({ isPersistedOnly: true });
    expect(codeOf(limited)).toBe("persisted_operation_required");
    expect(codeOf({ ...limited, isMember: false })).toBe("api_key_creator_not_member");
  });
  it("is rejected from its expiry on", () => {
    expect(codeOf({ ...good, expiresAt: new Date(now.getTime() + 1) })).toBe("ADMIN");
    expect(codeOf({ ...good, expiresAt: now })).toBe("api_key_invalid");
  });
  it("that is secret may come with any origin", () => {
    expect(codeOf(good, "https://anywhere.example")).toBe("ADMIN");
  });
  it("is refused by the first rule it breaks, in the documented order", () => {
    // The record `worst` violates every rule of this test. Each further record satisfies one more rule, so the next rule must reject the
    // record.
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
