import type { Resource as Definition, ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { RpcError } from "../rpc-error.js";
import type { ServerContext } from "../server.js";
import { filters } from "./filters.js";
import { glossary } from "./glossary.js";
import { heldGrants } from "./held-grants.js";
import { key } from "./key.js";
import type { Resource } from "./resource.js";
import { readType, schema, typeTemplate } from "./schema.js";
import { states } from "./states.js";
import { channels, connections } from "./stores.js";

const known: readonly Resource[] = [key, connections, channels, heldGrants, glossary, states, filters, schema];
// MCP's own code for it; the SDK has no name for it.
const resourceNotFound = -32_002;

/** What can be read: texts always, records as far as the supergraph has them and the key may read them. */
export function resources(context: ServerContext): Definition[] {
  return known.filter((resource) => resource.isListed(context)).map(({ definition }) => definition);
}

export const resourceTemplates: ResourceTemplate[] = [typeTemplate];

/**
 * Reads one of them. Throws RpcError -32002 for an address under which there is nothing, -32603 when its records could not be read.
 * Never resolves where the steps of every request refuse to read them: that refusal is the request's answer.
 */
export async function readResource(uri: string, context: ServerContext): Promise<ReadResourceResult> {
  const resource = known.find(({ definition }) => definition.uri === uri);
  if (resource?.isListed(context)) {
    const { mimeType, _meta } = resource.definition;
    return contents(uri, mimeType, await resource.text(context), _meta);
  }
  const type = readType(uri, context.engine);
  if (type !== undefined) return contents(uri, typeTemplate.mimeType, type);
  const all = [...resources(context).map((one) => one.uri), typeTemplate.uriTemplate];
  throw new RpcError(resourceNotFound, `There is no such resource; there is ${all.join(", ")}.`, { uri });
}

function contents(uri: string, mimeType: string, text: string, _meta?: Definition["_meta"]): ReadResourceResult {
  return { contents: [{ uri, mimeType, text, ...(_meta && { _meta }) }] };
}
