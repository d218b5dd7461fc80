import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { escapeHtml } from "@offergraph/shared/schema/escape-html";
import type { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { Destination } from "./authorization-request.js";
import { answerPage } from "./page.js";
import { sessionField } from "./session-form.js";

const levels: Record<AccessLevel, string> = {
  READ: `<b>Read.</b> The app can see codes, partners, forms, orders, rewards and results. It can also see the names, email addresses,
answers and orders of customers.`,
  WRITE: `<b>Read and write.</b> The app can also create, change and delete codes, partners, forms and rewards, push codes to stores, give
rewards to customers, spend their credit, and export data to files. It can replace the public keys and secrets of forms.`,
  ADMIN: `<b>Administer.</b> The app can also change settings, the brand and the connections to stores, and erase customers. With webhooks,
it can send all events, with the data of customers, to any address. It can get new secrets of webhooks and of connections. It can see
members and the list of API keys, but not the texts of the keys.`,
};

interface Consent {
  destination: Pick<Destination, "client" | "redirectUri">;
  /** The highest level that the member can choose. */
  highest: AccessLevel;
  selected: AccessLevel;
  /** Error in the submitted form. */
  problem?: string;
}

/** Page on which a member allows or denies an app's access. */
export function consentPage(status: number, { destination, highest, selected, problem }: Consent): RouteAnswer {
  const { client, redirectUri } = destination;
  const { host } = new URL(redirectUri);
  const choices = (["READ", "WRITE", "ADMIN"] as const)
    .filter((level) => allows(highest, level))
    .map((level) => {
      const checked = level === selected ? " checked" : "";
      return `<label><input type="radio" name="level" value="${level}"${checked}><span>${levels[level]}</span></label>`;
    });
  const content = `${problem === undefined ? "" : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
<p>An app asks for access to your workspace. The app calls itself <b>${escapeHtml(client.name)}</b>. Nobody has verified this name. Allow
access only if you started this request yourself.</p>
<p>After your decision, the browser opens <b>${escapeHtml(host)}</b>.</p>
<form method="post">
<fieldset>
<legend>Access of the app</legend>
${choices.join("\n")}
<p class="quiet">No app can change members, or create or revoke API keys. You can end the access at any time on the page
<a href="apps">Connected apps</a>.</p>
</fieldset>
${sessionField("The app does not receive your session.")}
<div class="buttons">
<button class="main" name="decision" value="allow">Allow access</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`;
  return answerPage(status, `Connect ${client.name} to Offergraph?`, content, { redirectUri });
}

/**
 * Page for an invalid request of an app. Does not redirect automatically, because anybody can register an app. `destination` adds a link
 * that sends the error to the app.
 */
export function errorPage(error: OAuthError, destination?: Destination): RouteAnswer {
  const { code, message } = error;
  const back =
    destination &&
    `<p><a class="button" rel="noreferrer" href="${escapeHtml(destination.returnTo({ error: code, error_description: message }))}">Return to
${escapeHtml(new URL(destination.redirectUri).host)}</a></p>`;
  const content = `<p>The request of the app is invalid. ${escapeHtml(message)}</p>
<p class="quiet">Error code: ${escapeHtml(code)}</p>
${back ?? "<p>Close this page, and connect the app again.</p>"}`;
  return answerPage(400, "This app cannot be connected", content);
}
