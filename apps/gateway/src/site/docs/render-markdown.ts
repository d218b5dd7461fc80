import { escapeHtml } from "@offergraph/shared/schema/escape-html";
import MarkdownIt from "markdown-it";
import { codeBlock, type Language } from "../code-block.js";
import { Html } from "../html.js";
import { drawStates, edgesOf } from "./diagram.js";

const languages: readonly string[] = ["graphql", "json", "sh", "ts", "text"];

interface Environment {
  prefix: string;
  /** Slugs of the headings that are already rendered. */
  slugs: Map<string, number>;
  /** Labels of the regions that are already rendered. */
  labels: Map<string, number>;
  heading: string;
}

const renderer = createRenderer();

/** Converts the Markdown of a page to HTML. Adds `prefix` to the paths of links. */
export function renderMarkdown(markdown: string, prefix: string): Html {
  const environment: Environment = { prefix, slugs: new Map(), labels: new Map(), heading: "Content" };
  return new Html(renderer.render(markdown, environment));
}

/** Headings of the second level, with their anchors. */
export function headingsOf(markdown: string): { title: string; slug: string }[] {
  return [...markdown.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({ title, slug: slugOf(title) }));
}

function createRenderer(): MarkdownIt {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  // Labels of regions must be unique, so that screen readers can list the regions.
  const region = (environment: Environment, kind: string) => {
    const label = `${environment.heading}: ${kind}`;
    const count = (environment.labels.get(label) ?? 0) + 1;
    environment.labels.set(label, count);
    return `tabindex="0" role="region" aria-label="${escapeHtml(count === 1 ? label : `${label} ${count}`)}"`;
  };
  rules.heading_open = (tokens, index, _options, environment: Environment) => {
    const { slugs } = environment;
    const text = tokens[index + 1]?.children?.map(({ content }) => content).join("") ?? "";
    environment.heading = text;
    const plain = slugOf(text);
    const count = (slugs.get(plain) ?? 0) + 1;
    slugs.set(plain, count);
    const slug = count === 1 ? plain : `${plain}-${count}`;
    return `<${tokens[index]?.tag} id="${slug}"><a class="anchor" href="#${slug}">`;
  };
  rules.heading_close = (tokens, index) => `</a></${tokens[index]?.tag}>\n`;
  rules.link_open = (tokens, index, _options, { prefix }: Environment) => {
    const href = String(tokens[index]?.attrGet("href"));
    return `<a href="${escapeHtml(href.startsWith("/") ? prefix + href : href)}">`;
  };
  // Allows line breaks after a dot or an underscore, so that names fit into narrow columns.
  rules.code_inline = (tokens, index) => `<code>${escapeHtml(tokens[index]?.content ?? "").replace(/[._](?=\w)/g, "$&<wbr>")}</code>`;
  rules.table_open = (_tokens, _index, _options, environment: Environment) =>
    `<div class="scroll" ${region(environment, "table")}><table>\n`;
  rules.table_close = () => "</table></div>\n";
  rules.th_open = () => '<th scope="col">';
  rules.fence = (tokens, index, _options, environment: Environment) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const [language = "", ...caption] = info.split(" ");
    const text = content.trimEnd();
    if (language === "mermaid") {
      const drawing = drawStates(edgesOf(text), caption.join(" "));
      return `<div class="diagram scroll" ${region(environment, "diagram")}>${drawing}</div>
`;
    }
    return codeBlock(text, (languages.includes(language) ? language : "text") as Language, caption.join(" ") || undefined).text;
  };
  return markdown;
}

/** Returns the anchor of a heading, for example "user-errors". */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\w\s.-]/g, "")
    .trim()
    .replace(/\s+/g, "-");
}
