import { describe, expect, it } from "vitest";
import { allows, deriveKey, graphqlRequest, type Principal, principalSigner, type SignedRequest, signed } from "./principal.js";

const principal: Principal = { workspaceId: "w", memberId: "m", keyId: "k", level: "READ", requestId: "r" };
const signer = principalSigner("a signing key of the tests, long enough");

const request: SignedRequest = graphqlRequest("orders", '{"query":"{ a }"}');

describe("principal", () => {
  it("verifies to the signed principal", () => {
    expect(signer.verify(signer.sign(principal, 1000, request), 1000, request)).toEqual(principal);
  });
  it("is rejected if absent, forged, signed with another key or expired", () => {
    const header = signer.sign(principal, 1000, request);
    const [payload, signature] = header.split(".");
    const forged = Buffer.from(JSON.stringify({ ...principal, level: "ADMIN", exp: 9e15 })).toString("base64url");
    const foreign = principalSigner("another key").sign(principal, 1000, request);
    for (const bad of [undefined, "", "x", payload, `${forged}.${signature}`, `${header}.x`, foreign])
      expect(() => signer.verify(bad, 1000, request)).toThrow("from its gateway");
    expect(() => signer.verify(header, 31_001, request)).toThrow("expired");
  });
  it("is rejected if the last character of its signature changes, although its bytes may stay the same", () => {
    const header = signer.sign(principal, 1000, request);
    const altered = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((last) => header.slice(0, -1) + last);
    const accepted = altered.filter((text) => {
      try {
        return signer.verify(text, 1000, request).workspaceId === principal.workspaceId;
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([header]);
  });
  it("is rejected for another request", () => {
    const header = signer.sign(principal, 1000, request);
    const others: Partial<SignedRequest>[] = [
      { service: "forms" },
      { method: "GET" },
      { path: "/graphql?a" },
      { body: '{"query":"{ b }"}' },
    ];
    for (const other of [...others, { body: "" }, { body: undefined }, { path: "/graphql\nbody" }])
      expect(() => signer.verify(header, 1000, { ...request, ...other }), JSON.stringify(other)).toThrow("from its gateway");
    const stream = signer.sign(principal, 1000, { ...request, body: undefined });
    expect(() => signer.verify(stream, 1000, { ...request, body: "" })).toThrow("from its gateway");
    expect(signer.verify(stream, 1000, { ...request, body: undefined })).toEqual(principal);
  });
  it("of a dry run is invalid for the real request, and the reverse, so that a service without dry runs rejects a dry run", () => {
    const [real, dry] = [graphqlRequest("orders", "a"), graphqlRequest("orders", "a", true)];
    expect(signer.verify(signer.sign(principal, 1000, dry), 1000, dry)).toEqual(principal);
    expect(() => signer.verify(signer.sign(principal, 1000, dry), 1000, real)).toThrow("from its gateway");
    expect(() => signer.verify(signer.sign(principal, 1000, real), 1000, dry)).toThrow("from its gateway");
  });
  it("is bound to one request, also when encoded once for many", () => {
    const identify = signer.identify(principal, 1000);
    const [one, two] = [graphqlRequest("orders", "a"), graphqlRequest("forms", "b")];
    expect(signer.verify(identify(one), 1000, one)).toEqual(signer.verify(identify(two), 1000, two));
    expect(() => signer.verify(identify(one), 1000, two)).toThrow("from its gateway");
  });
  it("is rejected without an expiry", () => {
    const { seal, open } = signed(deriveKey("a signing key of the tests, long enough", "principal"));
    for (const exp of [undefined, null, "9e15", true]) {
      const payload = Buffer.from(JSON.stringify({ ...principal, exp })).toString("base64url");
      expect(() => open(seal(payload, []), 1000, []), String(exp)).toThrow("has no expiry");
    }
  });
  it("a level includes lower levels only", () => {
    expect(allows("ADMIN", "READ")).toBe(true);
    expect(allows("WRITE", "WRITE")).toBe(true);
    expect(allows("READ", "WRITE")).toBe(false);
  });
});
