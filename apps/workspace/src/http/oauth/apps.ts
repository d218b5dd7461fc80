import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { endOwnApp, readOwnApps } from "../../services/oauth/own-apps.js";
import { findSession, findSessionOfTicket, type Session, ticketOf } from "../../services/oauth/sessions.js";
import { appsPage, invalidFormPage, signInPage } from "./apps-page.js";
import { noSession, readOwnForm } from "./session-form.js";

const ticketOver = "Paste your session again. The page is valid for ten minutes, but not after the end of the session.";

/** Shows the form that opens the page of connected apps. */
export const showSignIn = (): RouteAnswer => signInPage(200);

/**
 * Shows the member's connected apps. If the form names an app, first ends the app's access. The first form contains the session, and later
 * forms contain a ticket.
 */
export async function manageApps(deps: OAuthDeps, request: PublicRequest): Promise<RouteAnswer> {
  try {
    const { session: text, ticket, end } = await readOwnForm(deps, request);
    if (ticket === undefined) {
      const session = await findSession(deps, text?.trim() ?? "");
      return session ? listApps(deps, session, ticketOf(deps, session)) : signInPage(403, noSession);
    }
    const session = await findSessionOfTicket(deps, ticket);
    return session ? listApps(deps, session, ticket, end) : signInPage(403, ticketOver);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return invalidFormPage(error);
  }
}

async function listApps(deps: OAuthDeps, session: Session, ticket: string, appId?: string): Promise<RouteAnswer> {
  const ended = appId === undefined ? undefined : await endOwnApp(deps, session, appId);
  const isUnknown = appId !== undefined && ended === undefined;
  return appsPage(isUnknown ? 404 : 200, { ...(await readOwnApps(deps, session)), ticket, ended, isUnknown });
}
