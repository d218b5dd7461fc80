import { html } from "./html.js";

/** The input field for the visitor's API key. The site's script stores the key in the tab's session storage. */
export const keyBar = html`<form class="key-bar" autocomplete="off">
<label for="key">API key</label>
<input id="key" data-key-field type="text" name="offergraph-key" placeholder="sk_live_…" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="key-note">
<button type="button" class="button" data-key-forget>Forget</button>
<p id="key-note" class="note">The key stays in this tab until you choose Forget.</p>
</form>`;
