const library =
  /^(node|undici|got|axios|curl|wget|python|aiohttp|httpx|go-http-client|java|okhttp|apache-httpclient|guzzlehttp|php|ruby|faraday)\b/i;

/** Returns true for the user agent of an HTTP library, and false for browsers and crawlers. */
export function isHttpLibrary(userAgent: string): boolean {
  return library.test(userAgent);
}
