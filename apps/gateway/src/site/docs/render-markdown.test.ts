import { expect, it } from "vitest";
import { firstSentence } from "./markdown.js";
import { headingsOf, renderMarkdown } from "./render-markdown.js";

const render = (markdown: string) => renderMarkdown(markdown, "/base").text;

it("escapes HTML in texts, tables and code", () => {
  const text = "<script>alert(1)</script>";
  for (const markdown of [text, `| a |\n| --- |\n| ${text} |`, `\`\`\`json Example\n${text}\n\`\`\``, `\`${text}\``])
    expect(render(markdown)).not.toContain("<script>");
});

it("lets names break after dots and underscores", () => {
  expect(render("`a.b_c d.`")).toContain("<code>a.<wbr>b_<wbr>c d.</code>");
});

it("takes the first sentence of a description, in which abbreviations do not end a sentence", () => {
  expect(firstSentence("Lists codes, e.g. `A.1`,\ni.e. texts. More.")).toBe("Lists codes, e.g. `A.1`, i.e. texts.");
  expect(firstSentence("No end")).toBe("No end");
});

it("gives each heading a unique anchor", () => {
  const markdown = "## User errors\n\n## User errors\n\n### `x`";
  const anchors = [...render(markdown).matchAll(/<h\d id="([^"]+)"><a class="anchor" href="#([^"]+)">/g)].map(([, id, to]) => [id, to]);
  expect(anchors).toEqual([
    ["user-errors", "user-errors"],
    ["user-errors-2", "user-errors-2"],
    ["x", "x"],
  ]);
  expect(headingsOf(markdown)).toHaveLength(2);
});

it("puts the prefix before paths, but not before other addresses", () => {
  expect(render("[a](/docs/x#y)")).toContain('href="/base/docs/x#y"');
  expect(render("[a](https://example.com)")).toContain('href="https://example.com"');
  expect(render("[a](javascript:alert)")).not.toContain("href");
});

it("labels each region that scrolls", () => {
  const table = "| a |\n| --- |\n| b |";
  const labels = [...render(`## Fields\n\n${table}\n\n${table}`).matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
  expect(labels).toEqual(["Fields: table", "Fields: table 2"]);
});

it("draws a state diagram", () => {
  const svg = render("```mermaid Transitions of a light\nstateDiagram-v2\n  ON --> OFF: 1\n  OFF --> OFF: 2\n```");
  expect(svg).toContain('<svg class="states" role="img" aria-label="Transitions of a light"');
  expect(svg.match(/class="edge"/g)).toHaveLength(2);
});
