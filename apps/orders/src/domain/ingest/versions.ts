/** A version of a record: `time` in UTC, `hash` of its content. */
export interface Version {
  time: string;
  hash: string;
}

export type VersionOutcome = "accepted" | "unchanged" | "stale";

/** The newest time wins; at equal times the greater hash wins, so that the order of arrival does not matter. */
export function versionOutcomeOf(known: Version | undefined, sent: Version): VersionOutcome {
  if (!known || sent.time > known.time) return "accepted";
  if (sent.time < known.time) return "stale";
  if (sent.hash === known.hash) return "unchanged";
  return sent.hash > known.hash ? "accepted" : "stale";
}
