import { printType } from "graphql";
import type { ServerContext } from "../server.js";
import { typesByDomain } from "./domains.js";
import { textResource, uriOf } from "./resource.js";
import { ownTypes } from "./types.js";

export const typeTemplate = {
  uriTemplate: `${uriOf("types")}/{name}`,
  name: "type",
  title: "Schema type",
  description: "One type with its fields, arguments or values, and their descriptions (GraphQL SDL). offergraph://schema lists the names.",
  mimeType: "text/plain",
};
const typePrefix = `${uriOf("types")}/`;

/** Returns the SDL of the type that a URI names, or undefined. */
export function readType(uri: string, { apiSchema }: ServerContext["engine"]): string | undefined {
  if (!uri.startsWith(typePrefix)) return undefined;
  const type = ownTypes(apiSchema).find(({ name }) => name === uri.slice(typePrefix.length));
  return type && printType(type);
}

/** Resource: the names of all types. */
export const schema = textResource(
  "schema",
  "Types",
  "The names of all types, by area. Read each at offergraph://types/{name}.",
  (context) => {
    const domains = [...typesByDomain(context)].filter(([, types]) => types.length > 0);
    return ["# Types", ...domains.map(([domain, types]) => `## ${domain}\n\n${types.map(({ name }) => name).join(", ")}`)].join("\n\n");
  },
);
