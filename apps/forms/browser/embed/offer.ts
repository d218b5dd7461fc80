import { warn } from "./say.js";
import type { Trigger } from "./trigger.js";

/** What this script needs of the answer of GET /v1/collect/{publicKey}. */
export interface Offer {
  form: { formSlug: string; model: { title?: unknown }; priority: number; returningEnabled: boolean };
  triggers: Trigger[];
}

interface Refusal {
  errors?: { message?: string; extensions?: { code?: string } }[];
}

/** Asks which form this visitor gets, and what opens it; null for a visitor who has answered it, undefined when the server says no, which is told in the console. */
export async function askOffer(origin: string, key: string, visitor: string): Promise<Offer | null | undefined> {
  const address = `${origin}/v1/collect/${key}?visitorId=${encodeURIComponent(visitor)}`;
  const answer = await fetch(address, { credentials: "omit" }).catch(() => undefined);
  if (answer?.ok) return (await answer.json()) as Offer;
  // A refusal that this page may not read looks like no answer at all.
  if (!answer) warn(`no form is shown: ${origin} did not answer, or does not take ${location.origin} for ${key}.`);
  else {
    const { errors } = (await answer.json().catch(() => ({}))) as Refusal;
    // Nothing is wrong: this visitor is done.
    if (errors?.[0]?.extensions?.code === "ALREADY_ANSWERED") return null;
    warn(`no form is shown for ${key}: ${errors?.[0]?.message ?? `the server answered ${answer.status}.`}`);
  }
  return undefined;
}
