import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { allows, deriveKey, type Principal, principalSigner } from "./principal.js";

const principal: Principal = { workspaceId: "w", memberId: "m", keyId: "k", level: "READ", requestId: "r" };
const signer = principalSigner("a signing key of the tests, long enough");

describe("principal", () => {
  it("is read back as it was signed", () => {
    expect(signer.verify(signer.sign(principal, 1000), 1000)).toEqual(principal);
  });
  it("is refused when absent, forged, signed with another key or expired", () => {
    const header = signer.sign(principal, 1000);
    const [payload, signature] = header.split(".");
    const forged = Buffer.from(JSON.stringify({ ...principal, level: "ADMIN", expires: 9e15 })).toString("base64url");
    const foreign = principalSigner("another key").sign(principal, 1000);
    for (const bad of [undefined, "", "x", payload, `${forged}.${signature}`, `${header}.x`, foreign])
      expect(() => signer.verify(bad, 1000)).toThrow("gateway only");
    expect(() => signer.verify(header, 31_001)).toThrow("expired");
  });
  it("is refused without an end, however well it is signed", () => {
    const key = deriveKey("a signing key of the tests, long enough", "principal");
    for (const expires of [undefined, null, "9e15", true]) {
      const payload = Buffer.from(JSON.stringify({ ...principal, expires })).toString("base64url");
      const header = `${payload}.${createHmac("sha256", key).update(payload).digest("base64url")}`;
      expect(() => signer.verify(header, 1000), String(expires)).toThrow("has no end");
    }
  });
  it("a level includes those below it and none above", () => {
    expect(allows("ADMIN", "READ")).toBe(true);
    expect(allows("WRITE", "WRITE")).toBe(true);
    expect(allows("READ", "WRITE")).toBe(false);
  });
});
