/** Version of a record: time in UTC, and hash of the content. */
export interface Version {
  time: string;
  hash: string;
}

export type VersionOutcome = "accepted" | "unchanged" | "stale";

/**
 * Decides whether `sent` replaces `known`. The version with the later time takes precedence. If times are equal, the greater hash takes
 * precedence. The result does not depend on the order of arrival.
 */
export function versionOutcomeOf(known: Version | undefined, sent: Version): VersionOutcome {
  if (!known || sent.time > known.time) return "accepted";
  if (sent.time < known.time) return "stale";
  if (sent.hash === known.hash) return "unchanged";
  return sent.hash > known.hash ? "accepted" : "stale";
}
