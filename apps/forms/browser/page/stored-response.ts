import { lasting, newId, visiting } from "../shared/storage.js";
import type { Answers, Outcome } from "./collect.js";

/** An unfinished response, stored on this device so that it survives reloads and network loss. */
export interface StoredResponse {
  id: string;
  formVariantId: string;
  visitorId: string;
  customerRef?: string;
  answers: Answers;
  /** Names of the answers that the server may have. */
  sent: string[];
  page: number;
  /** Chosen by the visitor, not yet accepted by the server. */
  outcome?: Outcome;
}

const nameOf = (publicKey: string) => `response:${publicKey}`;

/** Returns the visitor's unfinished response to this form version, or a new one. A customer's response is shown to that customer only. */
export function storedResponse(publicKey: string, formVariantId: string, visitorId: string, ref?: string): StoredResponse {
  const whose = ref !== undefined && { customerRef: ref };
  const kept = JSON.parse(lasting.read(nameOf(publicKey)) ?? "null") as StoredResponse | null;
  if (kept?.formVariantId === formVariantId && kept.visitorId === visitorId && isFor(kept, ref)) return { ...kept, ...whose };
  return { id: newId(), formVariantId, visitorId, ...whose, answers: {}, sent: [], page: 0 };
}

export function storeResponse(publicKey: string, response: StoredResponse): void {
  lasting.write(nameOf(publicKey), JSON.stringify(response));
}

const isFor = ({ customerRef }: Pick<StoredResponse, "customerRef">, ref: string | undefined) =>
  customerRef === undefined || customerRef === ref;

/** Marks the response as done: a reload shows its result; a later visit starts a new one. */
export function storeDone(publicKey: string, { id, customerRef }: Pick<StoredResponse, "id" | "customerRef">): void {
  lasting.write(nameOf(publicKey), null);
  visiting.write(`done:${publicKey}`, JSON.stringify({ id, customerRef }));
}

/** Returns the id of the response finished in this visit, by this customer or an unknown one. */
export function doneResponse(publicKey: string, ref?: string): string | null {
  const done = JSON.parse(visiting.read(`done:${publicKey}`) ?? "null") as Pick<StoredResponse, "id" | "customerRef"> | null;
  return done !== null && isFor(done, ref) ? done.id : null;
}

export const clearDone = (publicKey: string): void => visiting.write(`done:${publicKey}`, null);
