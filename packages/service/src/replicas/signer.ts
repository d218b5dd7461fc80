import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import { newId } from "@offergraph/shared/time/ids";
import { z } from "zod";
import { type Lookup, type ReferenceKind, referenceKinds } from "./kinds.js";

export interface Question<Kind extends ReferenceKind = ReferenceKind> {
  service: string;
  kind: Kind;
  workspaceId: string;
  wanted: Lookup<Kind>;
}

const signedQuestion = z.object({
  service: z.string(),
  kind: z.string(),
  workspaceId: z.guid(),
  wanted: z.unknown(),
  // Random value that binds a reply to one request.
  id: z.guid(),
  expires: z.number(),
});

const lifetimeMs = 10_000;

/**
 * Signs and verifies lookups between services with HMAC-SHA256. A signed text is `<signature>.<JSON>`. `openQuestion` and `openReply`
 * return undefined if the signature is invalid.
 */
export function referenceSigner(signingKey: string) {
  const key = deriveKey(signingKey, "reference");
  const sign = (purpose: string, json: string) => createHmac("sha256", key).update(`${purpose}\n${json}`).digest("base64url");
  const open = (purpose: string, text: string): unknown => {
    const end = text.indexOf(".");
    const json = text.slice(end + 1);
    const [given, wanted] = [Buffer.from(text.slice(0, Math.max(end, 0))), Buffer.from(sign(purpose, json))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? JSON.parse(json) : undefined;
  };
  const replyTo = (question: string) => `reply to ${question}`;
  return {
    signQuestion(question: Question, now: number): string {
      const json = JSON.stringify({ ...question, id: newId(), expires: now + lifetimeMs });
      return `${sign("question", json)}.${json}`;
    },
    /** Returns undefined if the request is invalid, expired, or for another service or kind of record. */
    openQuestion<Kind extends ReferenceKind>(text: string, service: string, kind: Kind, now: number): Question<Kind> | undefined {
      const question = signedQuestion.safeParse(open("question", text)).data;
      const wanted = referenceKinds[kind].wanted.safeParse(question?.wanted);
      if (!question || !wanted.success || question.expires < now || question.service !== service || question.kind !== kind)
        return undefined;
      return { service, kind, workspaceId: question.workspaceId, wanted: wanted.data as Lookup<Kind> };
    },
    signReply(question: string, reply: unknown): string {
      const json = JSON.stringify(reply);
      return `${sign(replyTo(question), json)}.${json}`;
    },
    openReply: (question: string, text: string): unknown => open(replyTo(question), text),
  };
}
