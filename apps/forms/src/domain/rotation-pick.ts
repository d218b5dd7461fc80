import { idOfName } from "@offergraph/shared/time/ids";

/** A form that a visitor may get, and its weight among the others. */
export interface Candidate {
  formId: string;
  share: number;
}

const namespace = "6d6a1f0e-6f0b-4a0e-9d9d-3f1d7c1c2b5a";
const steps = 2 ** 48;

/**
 * The form that a visitor gets: by share, and always the same one (weighted rendezvous hashing). Each form draws a number for the visitor
 * and its weight decides how far that goes, so that a share that moves takes along just the visitors that it has to.
 * Undefined when no form has a share.
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

/** A number between 0 and 1, always the same for this visitor and form: 48 bits of a SHA-1, of those that say nothing else in a UUID. */
function drawn(visitor: string, formId: string): number {
  const bits = Number.parseInt(idOfName(namespace, `${formId} ${visitor}`).replace("-", "").slice(0, 12), 16);
  return (bits + 0.5) / steps;
}
