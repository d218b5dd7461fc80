import type { RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { AccessLevel } from "@offergraph/shared/access/principal";
import { escapeHtml } from "@offergraph/shared/schema/escape-html";
import type { OAuthError } from "../../domain/oauth/oauth-error.js";
import type { OwnApp, OwnApps } from "../../services/oauth/own-apps.js";
import { answerPage, ownForms } from "./page.js";
import { sessionField } from "./session-form.js";

const title = "Connected apps";
const levels: Record<AccessLevel, string> = { READ: "Read", WRITE: "Read and write", ADMIN: "Administer" };

const alert = (text: string) => `<p class="error" role="alert">${escapeHtml(text)}</p>\n`;

/** Form with which a member opens the page of connected apps. */
export function signInPage(status: number, problem?: string): RouteAnswer {
  const content = `${problem === undefined ? "" : alert(problem)}<p>This page shows the apps that you connected to your workspace. You can
end the access of each app.</p>
<form method="post">
${sessionField("The page does not store your session.")}
<div class="buttons"><button class="main">Show my apps</button></div>
</form>`;
  return answerPage(status, title, content, ownForms);
}

interface Page extends OwnApps {
  ticket: string;
  /** Name of the app whose access the request has ended. */
  ended: string | undefined;
  /** True if the request names an app that the member has not connected. */
  isUnknown: boolean;
}

/** Page with a member's connected apps. Each app has a form that ends its access. */
export function appsPage(status: number, { memberName, workspaceName, apps, ticket, ended, isUnknown }: Page): RouteAnswer {
  const note = (name: string) => `<p class="notice" role="status">The access of <bdi>${escapeHtml(name)}</bdi> has ended.</p>\n`;
  const notice = ended === undefined ? "" : note(ended);
  const problem = isUnknown ? alert("You have not connected this app.") : "";
  const owner = `<b><bdi>${escapeHtml(memberName)}</bdi></b>`;
  const workspace = `the workspace <b><bdi>${escapeHtml(workspaceName)}</bdi></b>`;
  const list =
    apps.length === 0
      ? `<p>${owner} has no connected apps in ${workspace}.</p>`
      : `<p>${owner} connected these apps to ${workspace}. Nobody has verified the names of the apps.</p>
<ul class="apps">
${apps.map((app) => itemOf(app, ticket)).join("\n")}
</ul>
<p class="quiet">Times are in UTC. The time of the last use is accurate to a few minutes.</p>`;
  return answerPage(status, title, `${notice}${problem}${list}`, ownForms);
}

function itemOf({ rowId, name, level, createdAt, lastUsedAt }: OwnApp, ticket: string): string {
  const shown = escapeHtml(name);
  return `<li>
<h2>${shown}</h2>
<dl>
<dt>Access</dt><dd>${levels[level]}</dd>
<dt>Connected</dt><dd>${timeOf(createdAt)}</dd>
<dt>Last used</dt><dd>${lastUsedAt === null ? "never" : timeOf(lastUsedAt)}</dd>
</dl>
<form method="post">
<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">
<button name="end" value="${escapeHtml(rowId)}" aria-label="End access of ${shown}">End access</button>
</form>
</li>`;
}

function timeOf(time: string): string {
  const iso = new Date(time).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}

/** Page after a malformed form or a form of another site. */
export function invalidFormPage({ message }: OAuthError): RouteAnswer {
  return answerPage(400, title, `${alert(message)}<p><a class="button" href="apps">Open the page again</a></p>`);
}
