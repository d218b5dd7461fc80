import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { isbot } from "isbot";
import type { CollectedRow } from "../../db/responses.js";
import { countRepeated, type Mark, writeMarks } from "../../db/trust-marks.js";
import type { FormsDeps } from "../../deps.js";
import { isHttpLibrary } from "../../domain/http-library.js";
import { comparableText, maxTexts } from "../../domain/same-text.js";
import { repetition, speeding, straightLining, type TrustSignals } from "../../domain/trust.js";

interface Seen {
  /** Time of the last answer. */
  now: Date;
  /** Number that the database stores for the outcome. Abandoned responses have the ordinal of INCOMPLETE. */
  outcome: number;
  /** User agent of the request that sent the outcome. Null if the request has no user agent, and undefined for an abandoned response. */
  userAgent: string | null | undefined;
  scale: readonly unknown[];
  texts: readonly string[];
}

/**
 * Computes the trust signals of a response that has ended. Stores the visitor id, and the hashes of the network, the device and the texts,
 * for comparison with later responses.
 */
export async function trustSignals(deps: FormsDeps, response: CollectedRow, seen: Seen): Promise<TrustSignals> {
  const { answers, createdAt, customerEmail, honeypotFilled, serverSigned, workspaceId } = response;
  const { now, outcome, userAgent, scale, texts } = seen;
  const marked = { response, outcome, marks: marksOf(deps, response, texts), now };
  // Commits the hashes of this response before counting similar responses. If two similar responses end at the same time, at least one of
  // them then finds the other response.
  await writeMarks(deps.database.autocommit({ workspaceId, now }), marked);
  const { others, isDeclined } = await countRepeated(deps.readerOf(workspaceId), marked);
  const elapsedMs = now.getTime() - Date.parse(createdAt);
  // For a response from the shop's server, the visitor's time for answering is unknown. For an abandoned response, the time is unknown if
  // only the first request contained answers.
  const isTimed = !serverSigned && (userAgent !== undefined || elapsedMs > 0);
  const given = { questions: Object.keys(answers).length, characters: texts.reduce((sum, text) => sum + text.length, 0) };
  return {
    answered_too_fast: isTimed ? speeding(given, elapsedMs) : undefined,
    bot_user_agent: serverSigned || userAgent === undefined ? undefined : signal(isProgram(userAgent)),
    same_answers: straightLining(scale),
    honeypot_filled: signal(honeypotFilled),
    same_visitor: repetition(others.visitor),
    same_network: repetition(others.network),
    same_device: repetition(others.device),
    same_text: repetition(others.text),
    disposable_email: customerEmail === null ? undefined : signal(isDisposable(customerEmail)),
    declined_grants: signal(isDeclined),
  };
}

const isProgram = (userAgent: string | null) =>
  userAgent === null || userAgent.trim() === "" || isHttpLibrary(userAgent) || isbot(userAgent);

function marksOf({ textHash }: FormsDeps, response: CollectedRow, texts: readonly string[]): Mark[] {
  const { workspaceId, visitorId, networkHash, deviceHash, serverSigned } = response;
  const marks: Mark[] = [{ kind: "visitor", value: visitorId }];
  if (networkHash !== null && !serverSigned) marks.push({ kind: "network", value: networkHash });
  if (deviceHash !== null && !serverSigned) marks.push({ kind: "device", value: deviceHash });
  const compared = new Set(texts.map(comparableText).filter((text) => text !== undefined));
  for (const text of [...compared].slice(0, maxTexts)) marks.push({ kind: "text", value: textHash(workspaceId, text) });
  return marks;
}

const throwaway = disposableEmailBlocklistSet();

/** Returns true if the email's domain or a parent domain provides disposable addresses. */
function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".")
    // A trailing dot does not change the domain.
    .filter((label) => label !== "");
  return labels.some((_, index) => throwaway.has(labels.slice(index).join(".")));
}

const signal = (says: boolean | null) => (says === null ? undefined : Number(says));
