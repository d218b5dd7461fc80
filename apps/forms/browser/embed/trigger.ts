/** What opens a form, as GET /v1/collect/{publicKey} tells. */
export interface Trigger {
  type: "PAGE_URL" | "TIME_ON_PAGE" | "SCROLL_DEPTH" | "EXIT_INTENT" | "CLICK_ELEMENT" | "ADD_TO_CART";
  matches?: { op: "CONTAINS" | "EXACT" | "STARTS_WITH"; value: string }[] | null;
  delayMs?: number | null;
  percent?: number | null;
  selector?: string | null;
}

/** One view of one page: it ends when the address changes, or when the form has been shown. */
export interface View {
  /** When it began, as performance.now() counts. */
  began: number;
  /** Whether the page was loaded for it; false after a client-side navigation. */
  isFirst: boolean;
  over: AbortSignal;
}

export type Fire = () => void;
