import type { Read } from "@offergraph/shared/database/read";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { isbot } from "isbot";
import { type CollectedRow, readEarlier } from "../data/collected.js";
import { hurry, sameness, type TrustSignals } from "../domain/trust.js";

interface Seen {
  now: Date;
  userAgent: string | undefined;
  /** The answers to questions with a scale. */
  scale: readonly unknown[];
}

/** A shop's own server asks on behalf of its visitors: what its library calls itself says nothing of them. */
const serversLibrary =
  /^(node|undici|got|axios|python|aiohttp|go-http-client|java|okhttp|apache-httpclient|guzzlehttp|php|ruby|faraday)\b/i;

/** What speaks against a response at its outcome. */
export async function trustSignals(read: Read, response: CollectedRow, { now, userAgent, scale }: Seen): Promise<TrustSignals> {
  const { answers, answeredAtStart, createdAt, customerEmail, honeypotFilled } = response;
  const earlier = await readEarlier(read, response);
  const isServer = userAgent === undefined || serversLibrary.test(userAgent);
  // A server sends what its visitor answered elsewhere; a browser has shown the questions since the response began.
  const timed = Object.keys(answers).length - (isServer ? (answeredAtStart ?? 0) : 0);
  return {
    answered_too_fast: hurry(timed, now.getTime() - Date.parse(createdAt)),
    same_answers: sameness(scale),
    honeypot_filled: signal(honeypotFilled),
    same_visitor: signal(earlier.byVisitor),
    same_network: signal(earlier.byNetwork),
    bot_user_agent: isServer ? undefined : signal(isbot(userAgent)),
    disposable_email: customerEmail === null ? undefined : signal(isDisposable(customerEmail)),
    declined_grants: signal(earlier.isDeclined),
  };
}

const throwaway = disposableEmailBlocklistSet();

/** Whether an address is at a domain, or below one, that gives addresses away for minutes. */
function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".")
    // A full stop at the end names the same domain.
    .filter((label) => label !== "");
  return labels.some((_, index) => throwaway.has(labels.slice(index).join(".")));
}

const signal = (says: boolean | null) => (says === null ? undefined : Number(says));
