/** Returns the IANA name of a time zone. Returns undefined for an unknown zone, or for an offset such as +02:00. */
export function timeZoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    // Intl replaces some current names with older names, for example "Asia/Kolkata" with "Asia/Calcutta".
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}
