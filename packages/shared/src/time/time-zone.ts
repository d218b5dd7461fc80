/** Returns the IANA name of a time zone in its usual spelling; undefined if the zone is unknown. Rejects offsets such as +02:00. */
export function timeZoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
