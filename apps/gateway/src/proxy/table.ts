/** A path without a key that a service answers itself (decisions.md 5). */
export interface PublicPath {
  /** Its name in metrics. */
  name: string;
  /** The whole path; one that ends in "/" takes everything below it. */
  path: string;
  /** The subgraph that owns it, by its name in SUBGRAPHS. */
  service: string;
  /** Static files are not counted. */
  isCounted: boolean;
  /** So long a body is taken. */
  mostBytes: number;
}

const mostBytes = 1024 * 1024;

/** What goes through the public port to the service that owns it. */
export const publicPaths: readonly PublicPath[] = [
  { name: "hosted_page", path: "/f/", service: "forms", isCounted: true, mostBytes },
  { name: "collect", path: "/v1/collect/", service: "forms", isCounted: true, mostBytes },
  { name: "short_link", path: "/s/", service: "forms", isCounted: true, mostBytes },
  { name: "embed_script", path: "/embed.js", service: "forms", isCounted: false, mostBytes },
  { name: "form_assets", path: "/assets/forms/", service: "forms", isCounted: false, mostBytes },
];

/** The public path that a request's path belongs to. */
export function publicPathOf(pathname: string): PublicPath | undefined {
  return publicPaths.find(({ path }) => (path.endsWith("/") ? pathname.startsWith(path) : pathname === path));
}
