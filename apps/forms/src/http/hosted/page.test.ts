import { expect, it } from "vitest";
import { en } from "../../domain/texts/en.js";
import { plain } from "./brand-parts.js";
import { closedPage, formPage, titleOf } from "./page.js";
import { pageHeaders } from "./policy.js";

const paths = { script: "/assets/forms/1/page.js", style: "/assets/forms/2/page.css" };
const hostile = `</script><script>alert("1")</script><!--&'`;
const page = (title: string, redirectUrl: string) =>
  formPage({
    ...paths,
    title,
    language: "en",
    texts: en,
    brand: { ...plain, supportEmail: "help@shop.example" },
    settings: { publicKey: "fpk_one", redirectUrl, position: null, asksEmail: true, assets: "/assets/forms/0/" },
  });

it("escapes all texts of a workspace", () => {
  const html = page(hostile, `https://shop.example/${hostile}`);
  expect(html).toContain("<title>&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;!--&amp;&#39;</title>");
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html.match(/<!--/g)).toBeNull();
});

it("passes the settings to its script", () => {
  const [, settings = ""] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(page("A form", hostile)) ?? [];
  expect(JSON.parse(settings)).toEqual({
    publicKey: "fpk_one",
    redirectUrl: hostile,
    position: null,
    asksEmail: true,
    assets: "/assets/forms/0/",
    ...{ locale: "en", supportEmail: "help@shop.example", dialog: {} },
  });
});

it("has no script for a closed form", () => {
  expect(
    closedPage({ style: paths.style, language: "en", texts: en, heading: "closedTitle", words: "closedBody", brand: plain }),
  ).not.toContain("<script");
});

it.each([
  ["in English without a title in the model", {}, { title: "A few questions", language: "en" }],
  ["by the model's title", { title: " How was it? " }, { title: "How was it?", language: "en" }],
  ["in the model's language", { title: { default: "Why?", de: "Warum?" }, locale: "de" }, { title: "Warum?", language: "de" }],
  ["by the default title if the language has none", { title: { default: "Why?" }, locale: "fr" }, { title: "Why?", language: "fr" }],
  ["in English if the model has no language", { title: "", locale: '"><b>' }, { title: "A few questions", language: "en" }],
])("is titled %s", (_how, model, expected) => {
  expect(titleOf(model)).toEqual(expected);
});

it.each([
  ["nobody's", [], "'none'"],
  ["these", ["https://one.example", "https://two.example"], "https://one.example https://two.example"],
  ["everybody's", "any" as const, "*"],
])("may be framed by %s pages and runs only its own script", (_whose, origins, expected) => {
  const policy = pageHeaders(origins)["content-security-policy"]?.split("; ");
  expect(policy).toContain(`frame-ancestors ${expected}`);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("default-src 'none'");
});
