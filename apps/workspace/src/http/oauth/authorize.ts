import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { grantCode } from "../../services/oauth/grant-code.js";
import { type AuthorizationRequest, type Destination, readDestination, readRequest } from "./authorization-request.js";
import { consentPage, errorPage } from "./consent-page.js";
import { type Parameters, parametersOf } from "./parameters.js";
import { noSession, readOwnForm } from "./session-form.js";

type Handle = (destination: Destination, request: AuthorizationRequest) => RouteAnswer | Promise<RouteAnswer>;

/** Shows the consent page of an authorization request (RFC 6749 4.1.1). */
export const showConsent = (deps: OAuthDeps, { url }: PublicRequest) =>
  orErrorPage(deps, url, (destination, { level }) => consentPage(200, { destination, highest: level, selected: "READ" }));

/** Reads the member's decision and session from the consent form. */
export const decide = (deps: OAuthDeps, sent: PublicRequest) =>
  orErrorPage(deps, sent.url, async (destination, request) => {
    const form = await readOwnForm(deps, sent);
    if (form.decision === "deny")
      return redirect(destination.returnTo({ error: "access_denied", error_description: "The member denied the request." }));
    return allow(deps, destination, request, form);
  });

async function allow(deps: OAuthDeps, destination: Destination, { level: highest, challenge }: AuthorizationRequest, form: Parameters) {
  const { client, clientId, redirectUri } = destination;
  const level = (["READ", "WRITE", "ADMIN"] as const).find((one) => one === form.level);
  const again = (status: number, problem: string, selected: AccessLevel) =>
    consentPage(status, { destination, highest, selected, problem });
  if (form.decision !== "allow" || level === undefined || !allows(highest, level))
    return again(400, "Choose the app's access level.", "READ");
  const appName = `${client.name} (${new URL(redirectUri).hostname})`;
  const granted = await grantCode(deps, { session: form.session?.trim() ?? "", level, appName, clientId, redirectUri, challenge });
  if ("code" in granted) return redirect(destination.returnTo({ code: granted.code }));
  if (granted.refusal === "NO_SESSION") return again(403, noSession, level);
  return again(403, `Your role allows at most the level ${granted.highest}. Choose a lower level.`, granted.highest);
}

/** After the status 303, the browser does not send the form to the app (RFC 9700 4.12). */
const redirect = (location: string): RouteAnswer => ({ status: 303, headers: { location, "referrer-policy": "no-referrer" } });

async function orErrorPage(deps: OAuthDeps, { searchParams }: URL, handle: Handle): Promise<RouteAnswer> {
  let destination: Destination | undefined;
  try {
    const parameters = parametersOf(searchParams);
    destination = readDestination(deps, parameters);
    return await handle(destination, readRequest(deps, parameters));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return errorPage(error, destination);
  }
}
