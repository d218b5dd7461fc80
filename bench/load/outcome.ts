import type { Response } from "./client.js";

export type Outcome =
  | { kind: "ok" }
  /** The status of the response is 429. `message` names the exceeded rate limit. */
  | { kind: "limited"; message: string }
  | { kind: "failed"; code: string; isTimeout: boolean };

interface Answer {
  errors?: { message?: string; extensions?: { code?: string; fix?: string } }[];
  error?: { message?: string; data?: { code?: string } };
  result?: { isError?: boolean };
  data?: Record<string, unknown>;
}

// Only matching responses are parsed, to save CPU time.
const suspicious = /"errors"|"error"|"isError":true|"userErrors":\[\{/;

/** Classifies a response of GraphQL or MCP as successful, rate-limited or failed. */
export function outcomeOf({ status, body, failure }: Response): Outcome {
  if (failure !== undefined) return failed(failure, failure === "TIMEOUT");
  if (status === 429) return { kind: "limited", message: parse(body)?.errors?.[0]?.message ?? messageOf(body) };
  if (status === 200 && body.startsWith("{") && !suspicious.test(body)) return { kind: "ok" };
  const answer = parse(body);
  const [first] = answer?.errors ?? [];
  if (first) return failed(first.extensions?.code ?? "GRAPHQL_ERROR");
  if (answer?.error) return failed(answer.error.data?.code ?? "JSONRPC_ERROR");
  if (status !== 200) return failed(`HTTP_${status}`);
  if (!answer) return failed("NOT_JSON");
  if (answer.result?.isError) return failed("MCP_TOOL_ERROR");
  return hasUserErrors(answer) ? failed("USER_ERRORS") : { kind: "ok" };
}

const failed = (code: string, isTimeout = false): Outcome => ({ kind: "failed", code, isTimeout });

const messageOf = (body: string): string => parse(body)?.error?.message ?? "Too many requests.";

const hasUserErrors = ({ data }: Answer): boolean =>
  Object.values(data ?? {}).some((payload) => ((payload as { userErrors?: unknown[] } | null)?.userErrors?.length ?? 0) > 0);

function parse(body: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
