/** Maximum number of percent-decodings by proxies in front of the gateway. */
const maxDecodings = 3;
// Characters that URL parsers interpret differently.
const ambiguous = /[\\#\p{Cc}]/u;

/**
 * Returns the unchanged path of a request target, without the query. Returns undefined if parsers could read different paths, for example
 * because of dot segments, backslashes or malformed percent-encoding (RFC 9112 3.2.1).
 */
export function requestPath(target: string | undefined): string | undefined {
  if (!target?.startsWith("/") || target.includes("#")) return undefined;
  const path = target.split("?", 1)[0] ?? "";
  if (!path.includes("%")) return isPlain(path) ? path : undefined;
  let text = path;
  for (let pass = 0; pass < maxDecodings; pass += 1) {
    if (!isPlain(text)) return undefined;
    const decoded = decodeComponent(text);
    if (decoded === undefined) return pass === 0 ? undefined : path;
    if (decoded === text) return path;
    text = decoded;
  }
  return isPlain(text) ? path : undefined;
}

/** True if all parsers split the path into the same segments. */
function isPlain(path: string): boolean {
  if (ambiguous.test(path)) return false;
  return !path.includes("/.") || !path.split("/").some((segment) => segment === "." || segment === "..");
}

/** Decodes percent-encoding; undefined if the encoding is malformed. */
export function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
