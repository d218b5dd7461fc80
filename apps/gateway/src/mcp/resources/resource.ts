import type { Resource as Definition } from "@modelcontextprotocol/sdk/types.js";
import type { ServerContext } from "../server.js";

/** Something to read, under an address of its own. */
export interface Resource {
  readonly definition: Definition & { mimeType: string };
  /** Whether it is listed: what asks for records needs a schema that has them, and a key that may. */
  isListed(context: ServerContext): boolean;
  text(context: ServerContext): string | Promise<string>;
}

/** Resources of texts are always there. */
export function textResource(name: string, title: string, description: string, text: (context: ServerContext) => string): Resource {
  return {
    definition: { uri: uriOf(name), name, title, description, mimeType: "text/markdown" },
    isListed: () => true,
    text,
  };
}

export function uriOf(name: string): string {
  return `offergraph://${name}`;
}
