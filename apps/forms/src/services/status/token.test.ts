import { newId } from "@offergraph/shared/time/ids";
import { describe, expect, it } from "vitest";
import { statusTokens } from "./token.js";

const tokens = statusTokens("a signing key of the tests");
const subjectOf = () => ({ workspaceId: newId(), responseId: newId(), visitorId: "visitor 1" });

describe("a status token", () => {
  it("identifies its response only", () => {
    const [subject, other] = [subjectOf(), subjectOf()];
    const token = tokens.make(subject);
    expect(token).toMatch(/^[\w-]{64}$/);
    const { visitorId, ...ids } = subject;
    expect(tokens.read(token)).toEqual(ids);
    expect(tokens.isOf(token, subject)).toBe(true);
    expect(tokens.isOf(token, other)).toBe(false);
    expect(tokens.make(subject)).toBe(token);
  });

  it("reveals neither workspace nor response", () => {
    const subject = subjectOf();
    const bytes = Buffer.from(tokens.make(subject), "base64url").toString("hex");
    for (const id of [subject.workspaceId, subject.responseId]) expect(bytes).not.toContain(id.replaceAll("-", ""));
  });

  it("is invalid after the visitor's id is replaced", () => {
    const subject = subjectOf();
    expect(tokens.isOf(tokens.make(subject), { ...subject, visitorId: subject.responseId })).toBe(false);
  });

  it("is not accepted with any of its bytes changed", () => {
    const subject = subjectOf();
    const bytes = Buffer.from(tokens.make(subject), "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const forged = Buffer.from(bytes);
      forged[index] = (forged[index] ?? 0) ^ 1;
      const token = forged.toString("base64url");
      const ids = tokens.read(token);
      expect(ids && tokens.isOf(token, { ...ids, visitorId: subject.visitorId })).toBe(false);
    }
  });

  it("has one valid encoding", () => {
    const token = tokens.make(subjectOf());
    for (const other of [`${token}=`, `${token}A`, token.slice(1), `${token.slice(0, -1)} `, "", "../../etc"])
      expect(tokens.read(other)).toBeUndefined();
  });
});
