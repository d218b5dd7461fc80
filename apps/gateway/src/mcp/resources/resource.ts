import type { Resource as Definition } from "@modelcontextprotocol/sdk/types.js";
import type { ServerContext } from "../server.js";

export interface Resource {
  readonly definition: Definition & { mimeType: string };
  /** True if the resource is listed. A resource of records is hidden if its query is invalid or the caller's access level too low. */
  isListed(context: ServerContext): boolean;
  text(context: ServerContext): string | Promise<string>;
}

export function textResource(
  name: string,
  title: string,
  description: string,
  text: (context: ServerContext) => string,
  mimeType = "text/markdown",
): Resource {
  return { definition: { uri: uriOf(name), name, title, description, mimeType }, isListed: () => true, text };
}

export function uriOf(name: string): string {
  return `offergraph://${name}`;
}
