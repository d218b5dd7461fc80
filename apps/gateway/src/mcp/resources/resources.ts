import type { Resource as Definition, ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { memoized } from "../../memoized.js";
import type { Manifests } from "../../supergraph/manifest.js";
import { RpcError } from "../errors.js";
import type { ServerContext } from "../server.js";
import { filters } from "./filters.js";
import { key } from "./key.js";
import { recordResource } from "./record-resource.js";
import type { Resource } from "./resource.js";
import { glossary, readType, schema, typeTemplate } from "./schema.js";
import { states } from "./states.js";

const resourcesOf = memoized(
  (manifests: Manifests) => manifests,
  (manifests): readonly Resource[] => [key, ...manifests.resources.map(recordResource), glossary, states(manifests), filters, schema],
);

// Error code that MCP defines for unknown resources. The MCP SDK has no constant for this code.
const resourceNotFound = -32_002;

export function resources(context: ServerContext): Definition[] {
  return resourcesOf(context.manifests)
    .filter((resource) => resource.isListed(context))
    .map(({ definition }) => definition);
}

export const resourceTemplates: ResourceTemplate[] = [typeTemplate];

/** Throws RpcError -32002 for an unknown URI, and -32603 if the query of the resource fails. */
export async function readResource(uri: string, context: ServerContext): Promise<ReadResourceResult> {
  const resource = resourcesOf(context.manifests).find(({ definition }) => definition.uri === uri);
  if (resource?.isListed(context)) {
    const { mimeType, _meta } = resource.definition;
    return contents(uri, mimeType, await resource.text(context), _meta);
  }
  const type = readType(uri, context.engine);
  if (type !== undefined) return contents(uri, typeTemplate.mimeType, type);
  const all = [...resources(context).map((one) => one.uri), typeTemplate.uriTemplate];
  throw new RpcError(resourceNotFound, `Unknown resource. Available resources: ${all.join(", ")}.`, { uri });
}

function contents(uri: string, mimeType: string, text: string, _meta?: Definition["_meta"]): ReadResourceResult {
  return { contents: [{ uri, mimeType, text, ...(_meta && { _meta }) }] };
}
