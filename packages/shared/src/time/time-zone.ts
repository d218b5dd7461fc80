/** Returns the IANA name of a time zone; undefined if the zone is unknown or an offset such as +02:00. */
export function timeZoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // Intl replaces some current names with older names ("Asia/Kolkata" with "Asia/Calcutta"), which merchants do not expect to see.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}
