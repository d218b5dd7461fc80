import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { OAuthError } from "../../domain/oauth/oauth-error.js";

// The endpoints that clients call themselves accept requests of web pages of all origins, because they use no cookies.
const cors = { "access-control-allow-origin": "*" };

export function answerJson(status: number, value: object): RouteAnswer {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...cors };
  return { status, headers, body: JSON.stringify(value) };
}

/** Returns a handler that answers an OAuthError as JSON (RFC 6749 5.2). */
export function orOAuthError(answer: (request: PublicRequest) => Promise<RouteAnswer>): PublicRoute["answer"] {
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return answerJson(error.code === "invalid_client" ? 401 : 400, { error: error.code, error_description: error.message });
    }
  };
}

/** Answers the preflight request of a web page. */
export function answerPreflight(): RouteAnswer {
  const allowed = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "Content-Type, MCP-Protocol-Version",
    "access-control-max-age": "600",
  };
  return { status: 204, headers: { ...cors, ...allowed } };
}
