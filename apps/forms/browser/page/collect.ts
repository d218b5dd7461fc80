import type { Settings } from "./settings.js";
import type { StoredResponse } from "./stored-response.js";

/** Called with true when the server becomes unreachable, and with false when the server responds again. */
type OnTrouble = (isTrouble: boolean) => void;

const maxWaitMs = 30_000;
const timeoutMs = 20_000;

/**
 * Sends an idempotent request. Repeats the request after a network error or a status 429 or 5xx. Before each retry, waits until a delay has
 * passed or the browser is online again.
 */
async function fetchWithRetry(send: (signal: AbortSignal) => Promise<Response>, onTrouble: OnTrouble): Promise<Response> {
  for (let wait = 1000; ; wait = Math.min(wait * 2, maxWaitMs)) {
    const answer = await send(AbortSignal.timeout(timeoutMs)).catch(() => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) {
      onTrouble(false);
      return answer;
    }
    onTrouble(true);
    // Uses 0 seconds if the Retry-After header is missing or contains a date.
    const retryAfterSeconds = Number(answer?.headers.get("retry-after")) || 0;
    await pause(Math.max(wait, retryAfterSeconds * 1000));
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
  });
}

/** Answers by question name. The value null removes the stored answer. */
export type Answers = Record<string, unknown>;
export type Outcome = "COMPLETE" | "SKIPPED";

/** Response of GET /v1/collect/{publicKey}. */
export interface Offer {
  form: { formSlug: string; formVariantId: string; model: Record<string, unknown>; viewType?: string | null };
  rewards?: { outcome: string }[] | null;
  copy?: { tierNoteText?: string | null; upsellText?: string | null } | null;
}

export interface Grant {
  state: string;
  code?: string;
  label?: string;
  startsAt?: string;
  expiresAt?: string;
}

export interface UserError {
  field: (string | number)[];
  message: string;
}

export interface Taken {
  status: "INCOMPLETE" | Outcome;
  grants: Grant[];
  /** URL of the status page while a reward is pending, otherwise undefined. */
  statusUrl?: string | undefined;
  userErrors: UserError[];
}

export interface Change {
  answers?: Answers;
  outcome?: Outcome;
  customer?: { ref: string; email?: string; signature?: string | undefined } | undefined;
  /** Value of the honeypot field, which only bots fill in. */
  trap?: string | undefined;
}

/** Thrown if the server rejected the request and a retry would not help. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`Refused: ${status} ${code}`);
  }
}

/** Client of the collect API for one visitor and public key. Retries requests until the server answers. */
export function collector({ publicKey, ...visitor }: Settings, onTrouble: OnTrouble) {
  const { visitorId, sessionId, clickId, clickIdKind, originRef } = visitor;
  let signature = visitor.customer?.signature;
  const base = `/v1/collect/${publicKey}`;

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const text = body && JSON.stringify(body);
    const answer = await fetchWithRetry(
      (signal) =>
        fetch(base + path, {
          method,
          signal,
          credentials: "omit",
          // A keepalive request finishes even after the page is closed. Browsers limit keepalive bodies to 64 KiB.
          keepalive: new TextEncoder().encode(text).length < 60_000,
          ...(text !== undefined && { body: text, headers: { "content-type": "application/json" } }),
        }),
      onTrouble,
    );
    const said = (await answer.json().catch(() => ({}))) as { errors?: { extensions?: { code?: string } }[]; userErrors?: UserError[] };
    if (!answer.ok && !(answer.status === 422 && said.userErrors))
      throw new Refused(answer.status, said.errors?.[0]?.extensions?.code ?? "");
    return said;
  }

  /** Sends the customer with the signature. If the server rejects the signature, sends the customer without a signature. */
  async function claim(method: string, path: string, { customer, ...body }: Pick<Change, "customer">): Promise<Taken> {
    const send = async () => taken(await ask(method, path, { ...body, ...(customer && { customer: { ...customer, signature } }) }));
    const answer = await send();
    if (signature === undefined || !answer.userErrors.some(({ field }) => field.join(".") === "customer.signature")) return answer;
    // biome-ignore lint/suspicious/noConsole: The shop's developers read warnings in the console.
    console.warn("Offergraph: the customer's signature is invalid, so the customer is not verified.");
    signature = undefined;
    return send();
  }

  const taken = (said: unknown): Taken => ({ status: "INCOMPLETE", grants: [], userErrors: [], ...(said as Partial<Taken>) });
  return {
    offer: async () => (await ask("GET", `?visitorId=${encodeURIComponent(visitorId)}`)) as Offer,
    async start({ id, formVariantId }: StoredResponse) {
      const body = { id, formVariantId, visitorId, sessionId, clickId, clickIdKind, originRef };
      return claim("POST", "/responses", { ...body, customer: visitor.customer });
    },
    /** Reports that the visitor sees the form. Never retries, because a retry could count the view twice. */
    view(formVariantId: string): void {
      const body = JSON.stringify({ formVariantId });
      const options = { method: "POST", credentials: "omit", keepalive: true, headers: { "content-type": "application/json" } } as const;
      fetch(`${base}/views`, { ...options, body }).catch(() => undefined);
    },
    change: (id: string, change: Change) => claim("PATCH", `/responses/${id}`, change),
    read: async (id: string) => taken(await ask("GET", `/responses/${id}`)),
  };
}
export type Collector = ReturnType<typeof collector>;
