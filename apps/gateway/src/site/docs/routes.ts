import { printSchema } from "graphql";
import { type Html, html, htmlType } from "../html.js";
import { renderPage } from "../page.js";
import type { SiteRoute, SiteSource } from "../site.js";
import type { DocPage } from "./doc-page.js";
import { llmsText } from "./llms.js";
import { type ReferencePages, referencePages } from "./reference-pages.js";
import { headingsOf, renderMarkdown } from "./render-markdown.js";

const markdownType = "text/markdown; charset=utf-8";
const textType = "text/plain; charset=utf-8";

/** Routes of the API reference. A path with the suffix `.md` returns the Markdown of the page. */
export const docsRoutes: readonly SiteRoute[] = [
  { path: "/docs", type: htmlType, render: (source) => htmlOf(source, "/docs") },
  { path: "/docs.md", type: markdownType, render: (source) => markdownOf(source, "/docs.md") },
  {
    path: "/docs/",
    type: (path) => (path.endsWith(".md") ? markdownType : htmlType),
    render: (source, path) => (path.endsWith(".md") ? markdownOf(source, path) : htmlOf(source, path)),
  },
  { path: "/llms.txt", type: textType, render: (source) => llmsText(referencePages(source)) },
  { path: "/schema.graphql", type: textType, render: ({ engine }) => `${printSchema(engine.apiSchema)}\n` },
];

function markdownOf(source: SiteSource, path: string): string | undefined {
  const page = referencePages(source).pages.get(path.slice(0, -".md".length));
  return page && `# ${page.title}\n\n${absolute(page.markdown(), source.url)}\n`;
}

/** Makes the links of a page absolute. Links to reference pages get the suffix `.md`. */
function absolute(markdown: string, url: string): string {
  return markdown.replace(/\]\((\/[^)#]*)(#[^)]*)?\)/g, (_, path: string, anchor = "") => {
    const isDoc = path === "/docs" || path.startsWith("/docs/");
    return `](${url}${path}${isDoc ? ".md" : ""}${anchor})`;
  });
}

function htmlOf(source: SiteSource, path: string): string | undefined {
  const set = referencePages(source);
  const page = set.pages.get(path);
  if (!page) return undefined;
  const { prefix } = source;
  const markdown = page.markdown();
  const body = html`<div class="docs">
<article>
${breadcrumbs(page, prefix)}
<h1>${page.title}</h1>
${path === "/docs/search" ? searchField : undefined}
${onThisPage(markdown)}
${renderMarkdown(markdown, prefix)}
${neighbours(set, page, prefix)}
<p class="note"><a href="${prefix}${path}.md">This page as Markdown</a></p>
</article>
${sideNavigation(set, page, prefix)}
</div>`;
  return renderPage(source, {
    title: page.title,
    description: page.description,
    path,
    body,
    styles: ["docs.css"],
    scripts: path === "/docs/search" ? ["docs.js"] : [],
  });
}

const searchField = html`<form class="search" role="search" data-search hidden><label for="search">Search the reference</label><input id="search" type="search" autocomplete="off" spellcheck="false"><p class="note" role="status" data-search-count></p></form>`;

/** Path of each section's first page. */
const starts: Readonly<Record<string, string>> = {
  Guide: "/docs",
  Operations: "/docs/operations",
  Events: "/docs/events",
  Types: "/docs/types",
};

function breadcrumbs({ path, title, section }: DocPage, prefix: string): Html | undefined {
  if (path === "/docs") return undefined;
  const start = starts[section] ?? "/docs";
  const middle = start === "/docs" || start === path ? undefined : html`<li><a href="${prefix}${start}">${section}</a></li>`;
  return html`<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol><li><a href="${prefix}/docs">Reference</a></li>${middle}<li aria-current="page">${title}</li></ol></nav>`;
}

/** Links to the guide, to each section's first page, and to related pages, such as operations of the same service. */
function sideNavigation({ pages, reference: { api } }: ReferencePages, current: DocPage, prefix: string): Html {
  const item = ({ path, title }: Pick<DocPage, "path" | "title">) =>
    path === current.path
      ? html`<li><a href="${prefix}${path}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${prefix}${path}">${title}</a></li>`;
  const all = [...pages.values()];
  const own = api.operations.find(({ name }) => name === current.title);
  const isNear = ({ path, title, section }: DocPage) => {
    if (section !== current.section || section === "Guide" || path === starts[section]) return false;
    if (section === "Operations")
      return own === undefined || api.operations.some((one) => one.name === title && one.service === own.service);
    return section === "Events" && title.split(".")[1] === current.title.split(".")[1];
  };
  return html`<nav class="side" aria-label="Reference">
<ul>${all.filter(({ section }) => section === "Guide").map(item)}</ul>
<ul>${all.filter(({ path, section }) => section !== "Guide" && path === starts[section]).map(item)}</ul>
${current.path === starts[current.section] ? undefined : html`<ul>${all.filter(isNear).map(item)}</ul>`}
</nav>`;
}

function onThisPage(markdown: string): Html | undefined {
  const headings = headingsOf(markdown);
  if (headings.length < 3) return undefined;
  return html`<nav class="contents" aria-label="On this page"><ul>${headings.map(({ title, slug }) => html`<li><a href="#${slug}">${title}</a></li>`)}</ul></nav>`;
}

function neighbours({ pages }: ReferencePages, current: DocPage, prefix: string): Html {
  const all = [...pages.values()].filter(({ section }) => section === current.section);
  const at = all.indexOf(current);
  const to = (page: DocPage | undefined, label: string, rel: string) =>
    page && html`<a rel="${rel}" href="${prefix}${page.path}"><span>${label}</span> ${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="Previous and next page">${to(all[at - 1], "Previous", "prev")}${to(all[at + 1], "Next", "next")}</nav>`;
}
