import { expect, it } from "vitest";
import type { Assets } from "./assets.js";
import { codeBlock } from "./code-block.js";
import { html } from "./html.js";
import { renderPage } from "./page.js";

const assets = new Proxy({}, { get: (_target, name) => ({ path: `/assets/site/0/${String(name)}` }) }) as Assets;
const hostile = `<img src=x onerror="alert('1')">&`;
const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;";

it("escapes all texts", () => {
  expect(html`<p title="${hostile}">${[hostile, 1, undefined]}</p>`.text).toBe(`<p title="${escaped}">${escaped}1</p>`);
  expect(html`<p>${html`<b>${hostile}</b>`}</p>`.text).toBe(`<p><b>${escaped}</b></p>`);
  for (const language of ["graphql", "json", "sh", "ts", "text"] as const) {
    const { text } = codeBlock(`"${hostile}" ${hostile}`, language, hostile);
    expect(text).not.toContain("<img");
    expect(text.replace(/<[^>]*>/g, "")).toContain("&lt;img");
  }
});

it("marks the text that a page replaces with the visitor's key", () => {
  const { text } = codeBlock('curl -H "Authorization: Bearer YOUR_KEY"', "sh");
  expect(text).toContain("Bearer <span data-key>YOUR_KEY</span>&quot;</span>");
});

it("writes a document whose navigation marks the current page", () => {
  const page = { title: hostile, description: hostile, path: "/explorer/more", body: html`<h1>Title</h1>` };
  const text = renderPage({ assets, prefix: "/offers" }, page);
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain(`<title>${escaped} · Offergraph</title>`);
  expect(text).toContain('<a href="/offers/explorer" aria-current="page">');
  expect(text.match(/aria-current/g)).toHaveLength(1);
  expect(text).not.toContain("<img");
});
