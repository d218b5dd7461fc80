import { html } from "./html.js";
import { keyBar } from "./key-bar.js";
import { renderPage } from "./page.js";
import type { SiteSource } from "./site.js";

/** The page of the studio. The script of the package @offergraph/studio fills the element `#studio`. */
export function studioPage(source: SiteSource): string {
  const body = html`${keyBar}
<div id="studio" data-prefix="${source.prefix}"><h1>Studio</h1><p class="note">The studio is loading. It needs JavaScript.</p></div>`;
  return renderPage(source, {
    title: "Studio",
    description: "View the records of a workspace in the browser.",
    path: "/studio",
    body,
    styles: ["studio.css"],
    scripts: ["studio.js"],
  });
}
