import type { PublicRequest } from "@offergraph/service/subgraph/routes";
import { ownOrigins } from "@offergraph/shared/http/own-origins";
import { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OAuthDeps } from "../../services/oauth/deps.js";
import { type Parameters, parametersOf } from "./parameters.js";

const maxFormBytes = 4_096;

export const noSession =
  "The session is not valid. The text may be mistyped, or the session is expired or revoked. API keys (sk_live_…) are not sessions.";

/** Field of a form into which a member pastes a session. `note` is shown after the help text of the field. */
export function sessionField(note: string): string {
  return `<p><label class="label" for="session">Your session</label>
<input type="password" id="session" name="session" required maxlength="100" autocomplete="off" spellcheck="false" aria-describedby="help">
<span class="quiet" id="help">A session begins with ms_live_ or ms_test_. An operator creates a session with the command
<code>member sign-in</code>. ${note}</span></p>`;
}

/** Reads a form of this server's pages. Throws OAuthError for forms of other sites, which could exhaust the limit of failed attempts. */
export async function readOwnForm({ settings }: OAuthDeps, { request: { headers }, body }: PublicRequest): Promise<Parameters> {
  if (headers.origin === undefined || !ownOrigins(settings.PUBLIC_URL).has(headers.origin))
    throw new OAuthError("invalid_request", "The form must come from a page of this server.");
  return parametersOf(new URLSearchParams((await body(maxFormBytes)).toString()));
}
