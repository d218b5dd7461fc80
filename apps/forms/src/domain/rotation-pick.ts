import { idOfName } from "@offergraph/shared/time/ids";

export interface Candidate {
  formId: string;
  share: number;
}

const namespace = "6d6a1f0e-6f0b-4a0e-9d9d-3f1d7c1c2b5a";
const steps = 2 ** 48;

/**
 * Assigns a form to a visitor by weighted rendezvous hashing: deterministic, proportional to the shares, and a changed share reassigns as
 * few visitors as possible. Undefined if no form has a share.
 */
export function pickForm<Form extends Candidate>(visitor: string, candidates: readonly Form[]): Form | undefined {
  let best: { form: Form; score: number } | undefined;
  for (const form of candidates) {
    if (form.share <= 0) continue;
    const score = form.share / -Math.log(drawn(visitor, form.formId));
    if (!best || score > best.score) best = { form, score };
  }
  return best?.form;
}

/** Deterministic number between 0 and 1 for a visitor and a form: 48 bits of a SHA-1, without the version and variant bits of the UUID. */
function drawn(visitor: string, formId: string): number {
  const bits = Number.parseInt(idOfName(namespace, `${formId} ${visitor}`).replace("-", "").slice(0, 12), 16);
  return (bits + 0.5) / steps;
}
