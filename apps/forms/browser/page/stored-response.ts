import { lasting, newId, visiting } from "../shared/storage.js";
import type { Answers, Outcome } from "./collect.js";

/** An unfinished response. The browser keeps the answers during a reload or a lost connection. */
export interface StoredResponse {
  id: string;
  formVariantId: string;
  visitorId: string;
  customerRef?: string;
  answers: Answers;
  /** Names of the answers that may have reached the server. */
  sent: string[];
  page: number;
  /** Outcome chosen by the visitor but not yet accepted by the server. */
  outcome?: Outcome;
}

const nameOf = (publicKey: string) => `response:${publicKey}`;

/** Returns the visitor's unfinished response to this form version, or a new response. Never returns another customer's response. */
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

/** Marks the response as finished. After a reload, the page shows the result. A later visit starts a new response. */
export function storeDone(publicKey: string, { id, customerRef }: Pick<StoredResponse, "id" | "customerRef">): void {
  lasting.write(nameOf(publicKey), null);
  visiting.write(`done:${publicKey}`, JSON.stringify({ id, customerRef }));
}

/**
 * Returns the id of the response that the visitor finished in this visit. Returns null if the visitor finished no response, or if the
 * response belongs to another customer.
 */
export function doneResponse(publicKey: string, ref?: string): string | null {
  const done = JSON.parse(visiting.read(`done:${publicKey}`) ?? "null") as Pick<StoredResponse, "id" | "customerRef"> | null;
  return done !== null && isFor(done, ref) ? done.id : null;
}

export const clearDone = (publicKey: string): void => visiting.write(`done:${publicKey}`, null);
