/** What a record was sent as: `time` in UTC, `hash` of all that was said. */
export interface Version {
  time: string;
  hash: string;
}

/** What became of a record that nothing is wrong with. */
export type Fate = "accepted" | "unchanged" | "stale";

/**
 * What becomes of a version of a record that is known as `known`. The newest wins. Of two of one time the greater hash does: that is
 * arbitrary, but whatever order they come in and however often, the same one stays.
 */
export function fateOf(known: Version | undefined, sent: Version): Fate {
  if (!known || sent.time > known.time) return "accepted";
  if (sent.time < known.time) return "stale";
  if (sent.hash === known.hash) return "unchanged";
  return sent.hash > known.hash ? "accepted" : "stale";
}
