import { examplesOf } from "../supergraph/manifest.js";
import { html } from "./html.js";
import { keyBar } from "./key-bar.js";
import { renderPage } from "./page.js";
import type { SiteSource } from "./site.js";

/** Page with the GraphiQL editor. The script browser/explorer fills the element `#explorer`. */
export function explorerPage(source: SiteSource): string {
  const { prefix, manifests } = source;
  const query = `# Choose an operation, or write your own.\n# Ctrl-Enter runs the operation.\n\n${examplesOf(manifests).operation}\n`;
  const body = html`<h1 class="unseen">Explorer</h1>
${keyBar}
<div role="status"><p id="explorer-message" class="callout" data-empty="true"></p></div>
<div class="workbench">
<aside id="operations" aria-label="Operations"></aside>
<div id="explorer" data-endpoint="${prefix}/graphql/v1" data-operations="${prefix}/site/operations.json" data-query="${query}"><p class="note">The explorer is loading. It needs JavaScript.</p></div>
</div>
<dialog id="confirm-mutation" aria-labelledby="confirm-title">
<form method="dialog">
<h2 id="confirm-title">Send the mutation?</h2>
<p><code data-name></code> changes data in the workspace of your key.</p>
<p><label class="check"><input type="checkbox"> Do not ask again on this page</label></p>
<p class="actions"><button class="button primary" value="run">Send</button><button class="button" value="cancel">Cancel</button></p>
</form>
</dialog>`;
  return renderPage(source, {
    title: "Explorer",
    description: "Run operations of the Offergraph API in the browser.",
    path: "/explorer",
    body,
    layout: "wide",
    styles: ["graphiql.css", "explorer.css"],
    scripts: ["explorer.js"],
  });
}
