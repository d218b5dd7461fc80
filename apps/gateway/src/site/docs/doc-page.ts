/** A page of the API reference. The Markdown is the source of the HTML page and of the `.md` file. */
export interface DocPage {
  /** Path without a suffix, for example "/docs/operations/create_partner". */
  readonly path: string;
  readonly title: string;
  /** Description in one sentence, for the search page, llms.txt and search engines. */
  readonly description: string;
  /** Title of the section of the reference to which the page belongs. */
  readonly section: string;
  /** Kind of the operation or type, for example "mutation" or "enum". */
  readonly kind?: string;
  /** Returns the page's content without the title. Links to other pages are paths such as `/docs/errors#request-errors`. */
  markdown(): string;
}

export const sections = ["Guide", "Operations", "Events", "Types"] as const;
