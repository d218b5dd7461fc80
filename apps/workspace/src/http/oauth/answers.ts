import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { OAuthError } from "../../domain/oauth/oauth-error.js";

// Any origin may call the JSON endpoints, because they use no cookies.
const cors = { "access-control-allow-origin": "*" };

const statuses: Partial<Record<OAuthError["code"], number>> = { invalid_client: 401, temporarily_unavailable: 429 };

export function answerJson(status: number, value: object): RouteAnswer {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...cors };
  return { status, headers, body: JSON.stringify(value) };
}

function answerError({ code, message, retryAfter }: OAuthError): RouteAnswer {
  const { headers, ...answer } = answerJson(statuses[code] ?? 400, { error: code, error_description: message });
  if (retryAfter === undefined) return { ...answer, headers };
  return { ...answer, headers: { ...headers, "retry-after": String(retryAfter), "access-control-expose-headers": "Retry-After" } };
}

/** Returns a handler that converts an OAuthError to a JSON response (RFC 6749 5.2). */
export function orOAuthError(answer: (request: PublicRequest) => Promise<RouteAnswer>): PublicRoute["answer"] {
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return answerError(error);
    }
  };
}

export function answerPreflight(): RouteAnswer {
  const allowed = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "Content-Type, MCP-Protocol-Version",
    "access-control-max-age": "600",
  };
  return { status: 204, headers: { ...cors, ...allowed } };
}
