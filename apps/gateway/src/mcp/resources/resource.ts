import type { Resource as Definition } from "@modelcontextprotocol/sdk/types.js";
import type { ServerContext } from "../server.js";

export interface Resource {
  readonly definition: Definition & { mimeType: string };
  /** True if resources/list contains the resource. False if the resource's query is invalid, or if the caller's access level is too low. */
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
