import { newId } from "@offergraph/shared/time/ids";
import { expect, it } from "vitest";
import { previewTokens } from "./token.js";

const tokens = previewTokens("a signing key of the tests");
const subject = { workspaceId: newId(), formId: newId(), formVariantId: null };
const end = new Date("2026-06-01T12:00:00.000Z");
const token = tokens.make(subject, end);

it("identifies its draft or version until it expires", () => {
  expect(tokens.read(token, new Date(end.getTime() - 1))).toEqual({ ...subject, isExpired: false });
  expect(tokens.read(token, end)).toEqual({ ...subject, isExpired: true });
  const ofVersion = { ...subject, formVariantId: newId() };
  expect(tokens.read(tokens.make(ofVersion, end), end)).toMatchObject(ofVersion);
});

it("is rejected with a changed payload or signature, or with the signature of another key", () => {
  const [payload = "", signature = ""] = token.split(".");
  const later = Buffer.from(JSON.stringify({ ...subject, expiresAt: end.getTime() + 1, exp: end.getTime() })).toString("base64url");
  const foreign = previewTokens("another signing key").make(subject, end);
  const forged = [`${later}.${signature}`, `${payload}.${signature.slice(1)}`, `${payload}.`, payload, `${token}.a`, "", foreign];
  for (const one of forged) expect(tokens.read(one, end)).toBeUndefined();
});
