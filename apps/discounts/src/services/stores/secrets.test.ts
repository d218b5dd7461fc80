import { createSecretKey, randomBytes } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { describe, expect, it } from "vitest";
import { storeSettings } from "../../env.js";
import { checkSecret, newSecret, openSecret, sealSecret } from "./secrets.js";

const key = createSecretKey(randomBytes(32));
const doesNotOpen = /cannot be decrypted/;

describe("a connection's secret", () => {
  it("is decrypted for its connection", () => {
    const [id, secret] = [newId(), newSecret()];
    const sealed = sealSecret(key, id, secret);
    expect(openSecret(key, id, sealed)).toBe(secret);
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(sealed.slice(3), "base64url").toString("latin1")).not.toContain(secret);
  });

  it("has a different ciphertext each time", () => {
    const id = newId();
    expect(sealSecret(key, id, "whsec_same")).not.toBe(sealSecret(key, id, "whsec_same"));
  });

  it("cannot be decrypted for another connection", () => {
    const sealed = sealSecret(key, newId(), newSecret());
    expect(() => openSecret(key, newId(), sealed)).toThrow(doesNotOpen);
  });

  it("cannot be decrypted with another key", () => {
    const id = newId();
    expect(() => openSecret(createSecretKey(randomBytes(32)), id, sealSecret(key, id, newSecret()))).toThrow(doesNotOpen);
  });

  it("cannot be decrypted if it was changed or truncated", () => {
    const id = newId();
    const bytes = Buffer.from(sealSecret(key, id, newSecret()).slice(3), "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(key, id, `v1.${changed.toString("base64url")}`)).toThrow(doesNotOpen);
      expect(() => openSecret(key, id, `v1.${bytes.subarray(0, index).toString("base64url")}`)).toThrow(doesNotOpen);
    }
    expect(() => openSecret(key, id, `v2.${bytes.toString("base64url")}`)).toThrow(doesNotOpen);
    expect(() => openSecret(key, id, "")).toThrow(doesNotOpen);
  });

  it("is encrypted with CONNECTION_SECRET_KEY, else with a key derived from the signing key", () => {
    const environment = { GATEWAY_SIGNING_KEY: "a".repeat(32), OUTBOUND_ALLOW_PRIVATE: "0" as const };
    const derived = storeSettings(environment).secretKey;
    const own = storeSettings({ ...environment, CONNECTION_SECRET_KEY: "b".repeat(32) }).secretKey;
    const id = newId();
    expect(() => openSecret(derived, id, sealSecret(own, id, "whsec_x"))).toThrow(doesNotOpen);
    const rotated = { ...environment, GATEWAY_SIGNING_KEY: "c".repeat(32), CONNECTION_SECRET_KEY: "b".repeat(32) };
    expect(openSecret(storeSettings(rotated).secretKey, id, sealSecret(own, id, "whsec_x"))).toBe("whsec_x");
  });
});

describe("the form of a secret", () => {
  it("is valid for generated secrets and for others of 24 to 64 bytes", () => {
    for (const secret of [newSecret(), ...[24, 32, 64].map((size) => `whsec_${randomBytes(size).toString("base64")}`)])
      expect(() => checkSecret(secret)).not.toThrow();
    expect(newSecret()).not.toBe(newSecret());
  });

  it.each([
    "",
    "whsec_",
    randomBytes(32).toString("base64"),
    `whsec_${randomBytes(23).toString("base64")}`,
    `whsec_${randomBytes(65).toString("base64")}`,
    `whsec_${randomBytes(32).toString("hex")}!`,
    `whsec_ ${randomBytes(32).toString("base64")}`,
    "whsec_not base64 at all, but long enough for it",
  ])("is rejected: %s", (secret) => {
    expect(() => checkSecret(secret)).toThrow("The secret must be `whsec_` followed by 24 to 64 random bytes in base64.");
  });
});
