import { describe, expect, it } from "vitest";
import { type Question, referenceSigner } from "./signer.js";

const signer = referenceSigner("a signing key that is long enough for it");
const now = Date.parse("2026-06-01T12:00:00.000Z");
const workspaceId = "0198c0de-0000-7000-8000-000000000001";
const question: Question<"partner"> = { service: "discounts", kind: "partner", workspaceId, wanted: { name: "Ann" } };
const signed = () => signer.signQuestion(question, now);
const opened = (text: string, at = now) => signer.openQuestion(text, "discounts", "partner", at);

describe("a reference request", () => {
  it("verifies to the signed request", () => {
    expect(opened(signed())).toEqual(question);
    const byId = { ...question, wanted: { id: workspaceId } };
    expect(opened(signer.signQuestion(byId, now))).toEqual(byId);
  });
  it("is rejected if workspace, lookup or expiry were changed", () => {
    const text = signed();
    expect(opened(text.replace("0000000001", "0000000002"))).toBeUndefined();
    expect(opened(text.replace("Ann", "Bob"))).toBeUndefined();
    expect(opened(text.replace(/"expires":\d+/, `"expires":${now + 1_000_000}`))).toBeUndefined();
  });
  it("is rejected if unsigned or signed with another key", () => {
    const other = referenceSigner("another signing key, long enough as well");
    expect(opened(other.signQuestion(question, now))).toBeUndefined();
    for (const text of ["", ".", "{}", JSON.stringify(question), `.${JSON.stringify(question)}`, signed().slice(1)])
      expect(opened(text)).toBeUndefined();
  });
  it("expires after 10 seconds", () => {
    const text = signed();
    expect(opened(text, now + 10_000)).toEqual(question);
    expect(opened(text, now + 10_001)).toBeUndefined();
  });
  it("is valid for one service and one kind", () => {
    expect(signer.openQuestion(signed(), "orders", "partner", now)).toBeUndefined();
    expect(signer.openQuestion(signed(), "discounts", "discount_code", now)).toBeUndefined();
  });
  it("must match its kind's lookup", () => {
    const byName = { ...question, kind: "connection" as const };
    expect(signer.openQuestion(signer.signQuestion(byName, now), "discounts", "connection", now)).toBeUndefined();
  });
});

describe("a reply", () => {
  it("is valid for its own request only", () => {
    const [asked, askedAgain] = [signed(), signed()];
    const reply = signer.signReply(asked, { records: [] });
    expect(signer.openReply(asked, reply)).toEqual({ records: [] });
    expect(signer.openReply(askedAgain, reply)).toBeUndefined();
    expect(signer.openReply(asked, reply.replace("[]", "[1]"))).toBeUndefined();
    expect(signer.openReply(asked, asked)).toBeUndefined();
  });
});
