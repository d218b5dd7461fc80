import { lasting, newId, visiting } from "../shared/keep.js";
import type { Answers, Outcome } from "./collect.js";

/** A response that is not done yet, as this device keeps it: it goes on after a reload, and after the network was lost. */
export interface KeptResponse {
  id: string;
  formVariantId: string;
  visitorId: string;
  /** Whose it is, where the shop has said so: a response has one customer for good. */
  customerRef?: string;
  answers: Answers;
  /** The names of answers that the server may have. */
  sent: string[];
  page: number;
  /** Chosen, but not yet taken by the server. */
  outcome?: Outcome;
}

const nameOf = (publicKey: string) => `response:${publicKey}`;

/**
 * The response to this version of the form that is under way, of this visitor, or a new one. A customer's response is for that customer only:
 * on a shared device nobody else sees its answers, somebody unknown neither.
 */
export function keptResponse(publicKey: string, formVariantId: string, visitorId: string, ref?: string): KeptResponse {
  const whose = ref !== undefined && { customerRef: ref };
  const kept = JSON.parse(lasting.read(nameOf(publicKey)) ?? "null") as KeptResponse | null;
  if (kept?.formVariantId === formVariantId && kept.visitorId === visitorId && isFor(kept, ref)) return { ...kept, ...whose };
  return { id: newId(), formVariantId, visitorId, ...whose, answers: {}, sent: [], page: 0 };
}

export function keep(publicKey: string, response: KeptResponse): void {
  lasting.write(nameOf(publicKey), JSON.stringify(response));
}

/** True if a kept response may be shown to this customer: it is theirs, or of nobody known. */
const isFor = ({ customerRef }: Pick<KeptResponse, "customerRef">, ref: string | undefined) =>
  customerRef === undefined || customerRef === ref;

/** From now on a reload shows what came of the response; a later visit begins anew. */
export function keepDone(publicKey: string, { id, customerRef }: Pick<KeptResponse, "id" | "customerRef">): void {
  lasting.write(nameOf(publicKey), null);
  visiting.write(`done:${publicKey}`, JSON.stringify({ id, customerRef }));
}

/** The id of the response that was done in this visit, by this customer or by nobody known. */
export function doneResponse(publicKey: string, ref?: string): string | null {
  const done = JSON.parse(visiting.read(`done:${publicKey}`) ?? "null") as Pick<KeptResponse, "id" | "customerRef"> | null;
  return done !== null && isFor(done, ref) ? done.id : null;
}

export const forgetDone = (publicKey: string): void => visiting.write(`done:${publicKey}`, null);
