export interface Trigger {
  type: "PAGE_URL" | "TIME_ON_PAGE" | "SCROLL_DEPTH" | "EXIT_INTENT" | "CLICK_ELEMENT" | "ADD_TO_CART";
  matches?: { op: "CONTAINS" | "EXACT" | "STARTS_WITH"; value: string }[] | null;
  delayMs?: number | null;
  percent?: number | null;
  selector?: string | null;
}

/** A page view. Ends when the URL changes or the form is shown. */
export interface View {
  /** Start, in performance.now() milliseconds. */
  began: number;
  /** False after a client-side navigation. */
  isFirst: boolean;
  over: AbortSignal;
}

export type Fire = () => void;
