const localNames = ["127.0.0.1", "localhost"];

/** Returns the origin of a URL. If the host is localhost or 127.0.0.1, returns the origins with both host names. */
export function ownOrigins(url: string): ReadonlySet<string> {
  const { protocol, host, hostname, port, origin } = new URL(url);
  if (!localNames.includes(hostname)) return new Set([origin]);
  return new Set(localNames.map((name) => `${protocol}//${host === hostname ? name : `${name}:${port}`}`));
}
