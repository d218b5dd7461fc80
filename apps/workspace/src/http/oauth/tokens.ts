import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { scopesUpTo } from "@offergraph/shared/access/scopes";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { parseObject } from "@offergraph/shared/http/body";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import { registerClient, requireClient } from "../../services/oauth/clients.js";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { redeemCode } from "../../services/oauth/redeem-code.js";
import { refreshTokens } from "../../services/oauth/refresh-tokens.js";
import { accessTokenSeconds, revokeToken, type Tokens } from "../../services/oauth/tokens.js";
import { answerJson } from "./answers.js";
import { checkResource, narrowScope } from "./authorization-request.js";
import { type Parameters, parametersOf } from "./parameters.js";

const maxBytes = 16 * 1_024;

/** Registers a client (RFC 7591 3). Clients are public and have no secret, because users could read it on their devices. */
export async function register(deps: OAuthDeps, { body }: PublicRequest): Promise<RouteAnswer> {
  const { client, clientId } = registerClient(deps, metadataOf(await body(maxBytes)));
  return answerJson(201, {
    client_id: clientId,
    client_id_issued_at: Math.floor(deps.clock.now().getTime() / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
}

function metadataOf(body: Buffer): Record<string, unknown> {
  try {
    return parseObject(body);
  } catch (error) {
    if (error instanceof PublicError) throw new OAuthError("invalid_client_metadata", error.message);
    throw error;
  }
}

/** Issues tokens for an authorization code or a refresh token (RFC 6749 4.1.3 and 6). */
export async function issueTokens(deps: OAuthDeps, request: PublicRequest): Promise<RouteAnswer> {
  const form = await formOf(request);
  const { grant_type: type, client_id: clientId, resource } = form;
  if (type !== "authorization_code" && type !== "refresh_token")
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  requireClient(deps, clientId);
  checkResource(deps, resource);
  const { accessToken, refreshToken, level } = await (type === "refresh_token" ? refresh : redeem)(deps, form, clientId ?? "");
  return answerJson(200, {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopesUpTo(level),
  });
}

function redeem(
  deps: OAuthDeps,
  { code, code_verifier: verifier, redirect_uri: redirectUri }: Parameters,
  clientId: string,
): Promise<Tokens> {
  if (code === undefined) throw new OAuthError("invalid_request", "The request must have the parameter `code`.");
  return redeemCode(deps, { code, clientId, verifier, redirectUri });
}

function refresh(deps: OAuthDeps, { refresh_token: token, scope }: Parameters, clientId: string): Promise<Tokens> {
  if (token === undefined) throw new OAuthError("invalid_request", "The request must have the parameter `refresh_token`.");
  return refreshTokens(deps, { token, clientId, narrow: (granted) => narrowScope(scope, granted) });
}

/** Revokes an app's access with one of its tokens (RFC 7009). */
export async function revoke(deps: OAuthDeps, request: PublicRequest): Promise<RouteAnswer> {
  const { token, client_id: clientId } = await formOf(request);
  requireClient(deps, clientId);
  if (token === undefined) throw new OAuthError("invalid_request", "The request must have the parameter `token`.");
  await revokeToken(deps, token, clientId ?? "");
  return answerJson(200, {});
}

async function formOf({ body, request: { headers } }: PublicRequest): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? ""))
    throw new OAuthError("invalid_request", "The body must be a form (application/x-www-form-urlencoded).");
  return parametersOf(new URLSearchParams((await body(maxBytes)).toString()));
}
