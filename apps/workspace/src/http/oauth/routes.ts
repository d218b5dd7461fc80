import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { scopesUpTo } from "@offergraph/shared/access/scopes";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { answerJson, answerPreflight, orOAuthError } from "./answers.js";
import { manageApps, showSignIn } from "./apps.js";
import { decide, showConsent } from "./authorize.js";
import { issueTokens, register, revoke } from "./tokens.js";

/** Metadata of the authorization server (RFC 8414). */
function metadata({ settings: { PUBLIC_URL: url } }: OAuthDeps): RouteAnswer {
  return answerJson(200, {
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    registration_endpoint: `${url}/oauth/register`,
    revocation_endpoint: `${url}/oauth/revoke`,
    scopes_supported: scopesUpTo("ADMIN").split(" "),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });
}

/** The OAuth 2.1 authorization server for MCP clients, and the page of connected apps. */
export function oauthRoutes(deps: OAuthDeps): PublicRoute[] {
  const by = (handle: (deps: OAuthDeps, request: PublicRequest) => Promise<RouteAnswer>) => (request: PublicRequest) =>
    handle(deps, request);
  const metadataPath = "/.well-known/oauth-authorization-server";
  const forClients: PublicRoute[] = [
    { name: "oauth_metadata", method: "GET", path: metadataPath, answer: () => metadata(deps) },
    { name: "oauth_register", method: "POST", path: "/oauth/register", answer: orOAuthError(by(register)) },
    { name: "oauth_token", method: "POST", path: "/oauth/token", answer: orOAuthError(by(issueTokens)) },
    { name: "oauth_revoke", method: "POST", path: "/oauth/revoke", answer: orOAuthError(by(revoke)) },
  ];
  return [
    ...forClients,
    ...forClients.map(({ path }): PublicRoute => ({ name: "oauth_preflight", method: "OPTIONS", path, answer: answerPreflight })),
    { name: "oauth_consent", method: "GET", path: "/oauth/authorize", answer: by(showConsent) },
    { name: "oauth_decision", method: "POST", path: "/oauth/authorize", answer: by(decide) },
    { name: "oauth_apps", method: "GET", path: "/oauth/apps", answer: showSignIn },
    { name: "oauth_end_app", method: "POST", path: "/oauth/apps", answer: by(manageApps) },
  ];
}
