import type { Trigger } from "./attach-triggers.js";
import { warn } from "./console.js";

/** Fields of the GET /v1/collect/{publicKey} response that this script uses. */
interface Offer {
  form: { formSlug: string; model: { title?: unknown }; priority: number; returningEnabled: boolean };
  triggers: Trigger[];
}

interface ErrorBody {
  errors?: { message?: string; extensions?: { code?: string } }[];
}

/**
 * Fetches the visitor's form and triggers. Returns null if the visitor has already answered. If an error occurs, logs the error and returns
 * undefined.
 */
export async function askOffer(origin: string, key: string, visitor: string): Promise<Offer | null | undefined> {
  const address = `${origin}/v1/collect/${key}?visitorId=${encodeURIComponent(visitor)}`;
  const answer = await fetch(address, { credentials: "omit" }).catch(() => undefined);
  if (answer?.ok) return (await answer.json()) as Offer;
  // A response blocked by CORS looks like a network error.
  if (!answer)
    warn(`no form is shown for the key ${key} because ${origin} did not respond or does not allow requests from ${location.origin}.`);
  else {
    const { errors } = (await answer.json().catch(() => ({}))) as ErrorBody;
    if (errors?.[0]?.extensions?.code === "ALREADY_ANSWERED") return null;
    warn(`no form is shown for the key ${key}. ${errors?.[0]?.message ?? `The server responded with status ${answer.status}.`}`);
  }
  return undefined;
}

export function titleOf({ title }: { title?: unknown }): string {
  const text = typeof title === "object" && title !== null ? Object.values(title)[0] : title;
  return typeof text === "string" && text ? text : "Form";
}
