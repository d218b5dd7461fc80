import type { DocPage } from "./doc-page.js";
import { blocks, link, section } from "./markdown.js";

/** The list of all pages. A script adds a field that filters the list. Without JavaScript, the page shows the whole list. */
export function searchPage(pages: ReadonlyMap<string, DocPage>): DocPage {
  return {
    path: "/docs/search",
    title: "Search",
    description: "List of all pages of the reference.",
    section: "Guide",
    markdown: () => {
      const all = [...pages.values()];
      const sections = [...new Set(all.map((page) => page.section))];
      const entries = (name: string) =>
        all
          .filter((page) => page.section === name && page.path !== "/docs/search")
          .map(({ title, path, kind, description }) => `- ${link(title, path)}${kind ? ` (${kind})` : ""}: ${description}`);
      return blocks(...sections.map((name) => section(name, entries(name).join("\n"))));
    },
  };
}
