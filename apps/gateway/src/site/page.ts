import type { AssetName, Assets } from "./assets.js";
import { type Html, html } from "./html.js";

export interface SitePage {
  /** Title without the product name. */
  title: string;
  /** One sentence for search engines and previews of links. */
  description: string;
  /** Path of the page. The navigation marks the link to the path, or to the path's first segment. */
  path: string;
  /** Content of the element `main`, with one `h1`. */
  body: Html;
  scripts?: readonly AssetName[];
  styles?: readonly AssetName[];
  /** `wide` is for pages that use the whole window, such as the explorer. */
  layout?: "text" | "wide";
}

/** Parts that all pages share. */
export interface Shell {
  assets: Assets;
  /** Path prefix of the public URL: "" or, for example, "/offergraph". */
  prefix: string;
}

const navigation = [
  { title: "Home", path: "/" },
  { title: "Studio", path: "/studio" },
  { title: "Explorer", path: "/explorer" },
  { title: "Reference", path: "/docs" },
] as const;

/** Writes a complete HTML document with header, navigation and footer. */
export function renderPage(shell: Shell, page: SitePage): string {
  const { assets, prefix } = shell;
  const url = (name: AssetName) => prefix + assets[name].path;
  const styles = ["site.css" as const, ...(page.styles ?? [])];
  const scripts = ["site.js" as const, ...(page.scripts ?? [])];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.path === "/" ? page.title : `${page.title} · Offergraph`}</title>
<meta name="description" content="${page.description}">
<link rel="icon" href="${url("favicon.svg")}" type="image/svg+xml">
<link rel="icon" href="${prefix}/favicon.ico" sizes="32x32">
${styles.map((name) => html`<link rel="stylesheet" href="${url(name)}">\n`)}${scripts.map((name) => html`<script src="${url(name)}" defer></script>\n`)}</head>
<body class="${page.layout ?? "text"}">
<a class="skip" href="#main">Skip to the content</a>
${header(shell, page.path)}
<main id="main" tabindex="-1">
${page.body}
</main>
${footer(shell)}
</body>
</html>
`;
  return document.text;
}

function header({ prefix }: Shell, current: string): Html {
  const links = navigation.map(({ title, path }) => {
    const isCurrent = path === "/" ? current === "/" : current === path || current.startsWith(`${path}/`);
    return isCurrent
      ? html`<li><a href="${prefix}${path}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${prefix}${path}">${title}</a></li>`;
  });
  return html`<header class="top">
<a class="brand" href="${prefix}/">${logo}<span>Offergraph</span></a>
<nav aria-label="Pages"><ul>${links}</ul></nav>
</header>`;
}

function footer({ prefix }: Shell): Html {
  return html`<footer class="bottom">
<p>Offergraph API</p>
<nav aria-label="For programs"><ul>
<li><a href="${prefix}/health/ready">Readiness</a></li>
<li><a href="${prefix}/site/operations.json">Operations as JSON</a></li>
<li><a href="${prefix}/schema.graphql">Schema</a></li>
<li><a href="${prefix}/llms.txt">llms.txt</a></li>
</ul></nav>
</footer>`;
}

/** The product's mark, which is also the favicon: two nodes of a graph and the line of a percent sign. */
const logo = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9"/><path d="M10.5 22.5 21.5 9.5"/><circle cx="10.2" cy="11" r="3.4"/><circle cx="21.8" cy="21" r="3.4"/></svg>`;
