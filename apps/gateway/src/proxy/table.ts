/** HTTP path that is proxied to a service (decisions.md 5). */
export interface PublicPath {
  /** Name in metrics. */
  name: string;
  /** Exact path, or a prefix if it ends in "/". */
  path: string;
  /** Name of the owning subgraph in SUBGRAPHS. */
  service: string;
  /** False for static files, whose reads are not rate-limited. */
  isCounted: boolean;
  /** Maximum body size; does not apply to NDJSON streams. */
  maxBytes: number;
  /** `fix` of the error for a larger body. */
  whenTooLong: string;
  /** Requires a key with level WRITE; connection keys are accepted. */
  needsKey: boolean;
}

const maxBytes = 1024 * 1024;
const visited = { service: "forms", isCounted: true, maxBytes, whenTooLong: "Send less per request.", needsKey: false };
const fewerRecords =
  "Send fewer records per request, or an NDJSON stream of any length: Content-Type: application/x-ndjson, one record per line.";
const delivered = { service: "orders", isCounted: true, maxBytes: 8 * maxBytes, whenTooLong: fewerRecords, needsKey: true };

/** Paths proxied to services. */
export const publicPaths: readonly PublicPath[] = [
  { ...visited, name: "hosted_page", path: "/f/" },
  { ...visited, name: "collect", path: "/v1/collect/" },
  { ...visited, name: "short_link", path: "/s/" },
  { ...visited, name: "grant_status", path: "/g/" },
  { ...visited, name: "embed_script", path: "/embed.js", isCounted: false },
  { ...visited, name: "form_assets", path: "/assets/forms/", isCounted: false },
  { ...delivered, name: "ingest_orders", path: "/v1/ingest/orders" },
  { ...delivered, name: "ingest_checkouts", path: "/v1/ingest/checkouts" },
  { ...delivered, name: "ingest_rates", path: "/v1/ingest/rates" },
];

/** Finds the entry for a request path. */
export function publicPathOf(pathname: string): PublicPath | undefined {
  return publicPaths.find(({ path }) => (path.endsWith("/") ? pathname.startsWith(path) : pathname === path));
}
