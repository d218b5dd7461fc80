import { ApiError, ConnectionError, OffergraphError, type ResponseError } from "./errors.js";
import type { UserError } from "./generated/schema.js";
import { apiError, type ClientOptions, createHttp, readJson } from "./http.js";
import { newId } from "./new-id.js";
import { pause } from "./retry.js";
import type { CallOptions } from "./types.js";

export { ApiError, type CallOptions, ConnectionError, OffergraphError, type ResponseError, type UserError };

export interface CollectOptions extends ClientOptions {
  /** The public key of a placement, `fpk_…`. The public key is not a secret. */
  publicKey: string;
}

/** A form for one visitor, with the texts and triggers of its placement. */
export interface CollectForm {
  form: {
    formSlug: string;
    /** The version of the form. Pass this value to `start`. */
    formVariantId: string;
    /** The SurveyJS model of the form. */
    model: Record<string, unknown>;
    viewType: string | null;
    priority: number;
    returningEnabled: boolean;
  };
  triggers: { type: string; matches?: unknown; delayMs?: number; percent?: number; selector?: string }[];
  copy: { tierNoteText: string | null; upsellText: string | null };
  rewards: { outcome: string; [detail: string]: unknown }[];
}

export interface CollectCustomer {
  /** The website's reference for the customer, such as an email address. */
  ref: string;
  email?: string | null;
  name?: string | null;
  /**
   * HMAC-SHA256 of `ref` with the placement's secret, in hexadecimal. Compute the signature on your server, because the secret must not be
   * in a web page.
   */
  signature?: string | null;
}

type Ref = string | { name: string };

/** The data of a new form response. */
export interface CollectStart {
  /** The response's id, a UUID. A repeated `start` with the same id changes nothing. Default: a new id. */
  id?: string;
  /** The website's id for the visitor, for example from local storage. */
  visitorId: string;
  sessionId?: string | null;
  clickId?: string | null;
  clickIdKind?: string | null;
  originRef?: string | null;
  customer?: CollectCustomer | null;
  discountCode?: Ref | null;
  partner?: Ref | null;
  formVariantId?: string | null;
  answers?: Record<string, unknown> | null;
  trap?: string | null;
}

/** A change of a response. */
export interface CollectChange {
  /** Answers by question name. The API adds the answers to the stored answers. null removes a stored answer. */
  answers?: Record<string, unknown> | null;
  customer?: CollectCustomer | null;
  /** The response's final status, which cannot change. */
  outcome?: "COMPLETE" | "SKIPPED" | null;
  trap?: string | null;
}

/** A reward with the data that the visitor may see. */
export interface CollectGrant {
  kind: string;
  /** ISSUED: the visitor has the reward. PENDING, HELD and ISSUING: the visitor may still get the reward. */
  state: string;
  code?: string;
  label?: string;
  startsAt?: string;
  expiresAt?: string;
}

export interface CollectResponse {
  id: string;
  status: "INCOMPLETE" | "COMPLETE" | "SKIPPED";
  grants: CollectGrant[];
  /** URL of the page with the visitor's rewards. */
  statusUrl?: string;
}

/** The result of `start` or `change`. If `ok` is false, the API changed nothing, and `userErrors` lists all errors in the input. */
export type CollectResult =
  | { ok: true; data: CollectResponse; userErrors: [] }
  | { ok: false; data: null; userErrors: [UserError, ...UserError[]] };

export interface Collect {
  /** Returns the form for a visitor. Throws ApiError, for example with the code FORM_CLOSED or ALREADY_ANSWERED. */
  form(visitorId?: string, options?: CallOptions): Promise<CollectForm>;
  /**
   * Counts a view. Call this method when the visitor sees the form. The client never repeats the request, because a view must not count
   * twice.
   */
  view(formVariantId: string, options?: CallOptions): Promise<void>;
  /** Creates a response. */
  start(start: CollectStart, options?: CallOptions): Promise<CollectResult>;
  /** Adds answers, the customer or the outcome to a response. */
  change(id: string, change: CollectChange, options?: CallOptions): Promise<CollectResult>;
  /** Returns the status and the rewards of a response. */
  read(id: string, options?: CallOptions): Promise<CollectResponse>;
  /**
   * Polls a response until no reward is ISSUING, for at most `waitMs` milliseconds (default: 20,000). Does not wait for PENDING and HELD
   * rewards, which need a person's action.
   */
  waitForGrants(id: string, options?: CallOptions & { waitMs?: number }): Promise<CollectResponse>;
}

interface Body extends Partial<CollectResponse> {
  userErrors?: UserError[];
  errors?: readonly ResponseError[];
}

const pollMs = 500;

/** Creates a client that loads a form and sends responses. The client needs no API key, so web pages can use it. */
export function createCollectClient({ publicKey, ...options }: CollectOptions): Collect {
  const http = createHttp(options);
  const path = `/v1/collect/${encodeURIComponent(publicKey)}`;
  const pathOf = (id: string) => `${path}/responses/${encodeURIComponent(id)}`;
  const headers = { "content-type": "application/json" };
  const write = (method: "POST" | "PATCH", to: string, body: object, own: CallOptions = {}) => {
    const text = JSON.stringify(body);
    // Browsers limit the bodies of `keepalive` requests to 64 KiB.
    return http({ method, path: to, headers, body: text, keepalive: text.length < 20_000 }, own, readResult);
  };
  const read = (id: string, own: CallOptions = {}) => http({ method: "GET", path: pathOf(id) }, own, readBody<CollectResponse>);
  return {
    form: (visitorId, own = {}) => {
      const query = visitorId === undefined ? "" : `?visitorId=${encodeURIComponent(visitorId)}`;
      return http({ method: "GET", path: path + query }, own, readBody<CollectForm>);
    },
    view: (formVariantId, own = {}) => {
      const request = { method: "POST", path: `${path}/views`, headers, body: JSON.stringify({ formVariantId }), keepalive: true } as const;
      return http(request, { ...own, maxRetries: 0 }, readNothing);
    },
    start: ({ id = newId(), ...start }, own) => write("POST", `${path}/responses`, { id, ...start }, own),
    change: (id, change, own) => write("PATCH", pathOf(id), change, own),
    read,
    async waitForGrants(id, { waitMs = 20_000, ...own } = {}) {
      for (const end = Date.now() + waitMs; ; ) {
        const response = await read(id, own);
        const isIssuing = response.grants.some(({ state }) => state === "ISSUING");
        if (!isIssuing || Date.now() + pollMs > end) return response;
        await pause(pollMs, own.signal);
      }
    },
  };
}

async function readBody<Result extends object>(response: Response): Promise<Result> {
  const body = await readJson<Result & Body>(response);
  if (!response.ok) throw apiError(response, body.errors ?? []);
  return body;
}

async function readNothing(response: Response): Promise<void> {
  if (response.ok) return;
  const { errors, userErrors = [] } = await readJson<Body>(response);
  throw apiError(response, errors ?? userErrors.map(({ message, code }) => ({ message, extensions: { code } })));
}

async function readResult(response: Response): Promise<CollectResult> {
  const { userErrors = [], errors, ...data } = await readJson<Body>(response);
  const [first, ...others] = userErrors;
  if (first) return { ok: false, data: null, userErrors: [first, ...others] };
  if (!response.ok) throw apiError(response, errors ?? []);
  return { ok: true, data: { grants: [], ...data } as CollectResponse, userErrors: [] };
}
