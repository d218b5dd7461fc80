import { describe, expect, it } from "vitest";
import { allows, type Principal, principalSigner } from "./principal.js";

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
  it("a level includes those below it and none above", () => {
    expect(allows("ADMIN", "READ")).toBe(true);
    expect(allows("WRITE", "WRITE")).toBe(true);
    expect(allows("READ", "WRITE")).toBe(false);
  });
});
