import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { levelOfScopes } from "@offergraph/shared/access/scopes";
import { ownOrigins } from "@offergraph/shared/http/own-origins";
import type { Client } from "../../domain/oauth/client.js";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import { isRegistered, withParameters } from "../../domain/oauth/redirect-uri.js";
import { requireClient } from "../../services/oauth/clients.js";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { isChallenge } from "../../services/oauth/pkce.js";
import type { Parameters } from "./parameters.js";

/** The client of an authorization request, and its redirect URI. */
export interface Destination {
  client: Client;
  clientId: string;
  redirectUri: string;
  /** Returns the redirect URI with the result, the `state` and the issuer (RFC 9207). */
  returnTo(result: Readonly<Record<string, string>>): string;
}

export interface AuthorizationRequest {
  challenge: string;
  /** The highest level that the client requests. */
  level: AccessLevel;
}

/**
 * Returns the client and its redirect URI. Throws OAuthError if the client or the URI is invalid. After an error, the server must not
 * redirect the browser.
 */
export function readDestination(deps: OAuthDeps, { client_id: clientId, redirect_uri: redirectUri, state }: Parameters): Destination {
  const client = requireClient(deps, clientId);
  if (redirectUri === undefined || !isRegistered(client.redirectUris, redirectUri, deps.settings.PUBLIC_URL))
    throw new OAuthError("invalid_request", "redirect_uri must be one of the URIs that the app registered.");
  const { PUBLIC_URL: iss } = deps.settings;
  return { client, clientId: clientId ?? "", redirectUri, returnTo: (result) => withParameters(redirectUri, { ...result, state, iss }) };
}

/** Reads the remaining parameters of an authorization request, after `readDestination`. Throws OAuthError if a parameter is invalid. */
export function readRequest(deps: OAuthDeps, parameters: Parameters): AuthorizationRequest {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method, resource, scope = "read" } = parameters;
  if (type !== "code") throw new OAuthError("unsupported_response_type", "response_type must be code.");
  if (challenge === undefined || method !== "S256" || !isChallenge(challenge))
    throw new OAuthError(
      "invalid_request",
      "The request must contain a valid `code_challenge`, and `code_challenge_method` must be S256 (PKCE).",
    );
  checkResource(deps, resource);
  const level = levelOfScopes(scope);
  if (level === undefined) throw new OAuthError("invalid_scope", "scope must contain only read, write and admin.");
  return { challenge, level };
}

/** Throws OAuthError if `resource` is not the URL of `/mcp` (RFC 8707). */
export function checkResource({ settings: { PUBLIC_URL: url } }: OAuthDeps, resource: string | undefined): void {
  const resources = [...ownOrigins(url)].map((origin) => `${url.replace(new URL(url).origin, origin)}/mcp`);
  if (resource !== undefined && !resources.includes(resource)) throw new OAuthError("invalid_target", `resource must be ${url}/mcp.`);
}

/**
 * Returns the access token's level for a refresh request (RFC 6749 6). The default scope is the granted level. Throws OAuthError if the
 * scope is unknown or exceeds the granted level.
 */
export function narrowScope(scope: string | undefined, granted: AccessLevel): AccessLevel {
  const level = scope === undefined ? granted : levelOfScopes(scope);
  if (level === undefined || !allows(granted, level))
    throw new OAuthError("invalid_scope", "scope must contain only read, write and admin, and must not exceed the granted scope.");
  return level;
}
