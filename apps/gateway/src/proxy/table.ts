/** A path that a service answers itself, beside GraphQL (decisions.md 5). */
export interface PublicPath {
  /** Its name in metrics. */
  name: string;
  /** The whole path; one that ends in "/" takes everything below it. */
  path: string;
  /** The subgraph that owns it, by its name in SUBGRAPHS. */
  service: string;
  /** Static files are not counted. */
  isCounted: boolean;
  /** So long a body is taken; a stream of lines has no end, where one is taken. */
  mostBytes: number;
  /** What to do about a body that is longer. */
  whenTooLong: string;
  /** Whether a key is needed, which may be one of a connection; it has to be allowed to write. */
  needsKey: boolean;
}

const mostBytes = 1024 * 1024;
const visited = { service: "forms", isCounted: true, mostBytes, whenTooLong: "Send less in one request.", needsKey: false };
const fewerRecords = "Send fewer records at a time, or a stream without an end: Content-Type: application/x-ndjson, one record a line.";
const delivered = { service: "orders", isCounted: true, mostBytes: 8 * mostBytes, whenTooLong: fewerRecords, needsKey: true };

/** What goes through the public port to the service that owns it. */
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

/** The public path that a request's path belongs to. */
export function publicPathOf(pathname: string): PublicPath | undefined {
  return publicPaths.find(({ path }) => (path.endsWith("/") ? pathname.startsWith(path) : pathname === path));
}
