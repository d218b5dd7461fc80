/** A page of the API reference. The HTML page and the `.md` file both come from the Markdown. */
export interface DocPage {
  /** Path without a suffix, for example "/docs/operations/create_partner". */
  readonly path: string;
  readonly title: string;
  /** Description in one sentence, for the search page, llms.txt and search engines. */
  readonly description: string;
  /** Title of the page's section in the reference. */
  readonly section: string;
  /** Kind of the operation or type, for example "mutation" or "enum". */
  readonly kind?: string;
  /** Returns the page's content without the title. Links to other pages are paths such as `/docs/errors#request-errors`. */
  markdown(): string;
}

export const sections = ["Guide", "Operations", "Events", "Types"] as const;
