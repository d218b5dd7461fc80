import { timeText } from "./format.js";

/** A time in the visitor's time zone, or a dash. */
export function Time({ at }: { at: string | null | undefined }) {
  return at ? <time dateTime={at}>{timeText(at)}</time> : <Nothing />;
}

/** A dash that replaces a missing value. */
export function Nothing() {
  return (
    <span className="quiet">
      <span aria-hidden="true">–</span>
      <span className="unseen">none</span>
    </span>
  );
}
