/** Returns the IANA name of a time zone, in its usual spelling if Intl has this name; undefined if the zone is unknown. Rejects offsets such as +02:00. */
export function timeZoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // ICU resolves current names to older ones ("Asia/Kolkata" to "Asia/Calcutta"), which merchants do not expect to see.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}
