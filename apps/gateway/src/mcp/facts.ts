import { readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { type DocumentNode, Kind, parse } from "graphql";
import { memoized } from "../memoized.js";
import type { Engine } from "../supergraph/engine.js";
import { readOwnership } from "./ownership.js";

type Source = Pick<Engine, "supergraphSdl" | "apiSchema">;

/** Reads the directives for MCP texts and tools from the supergraph SDL, because the API schema has no directives. */
export const factsOf = memoized(
  ({ apiSchema }: Source) => apiSchema,
  ({ supergraphSdl }: Source) => {
    const document = parse(supergraphSdl, { noLocation: true });
    return {
      access: readAccess(document),
      constraints: readConstraints(document),
      ownership: readOwnership(document),
      /** Descriptions of the enum values of `Effect`, which `@access` uses. */
      effectTexts: textsOfEnum(document, "offergraph__Effect"),
    };
  },
);

function textsOfEnum(document: DocumentNode, name: string): Map<string, string> {
  const found = document.definitions.find((one) => one.kind === Kind.ENUM_TYPE_DEFINITION && one.name.value === name);
  const values = found?.kind === Kind.ENUM_TYPE_DEFINITION ? (found.values ?? []) : [];
  return new Map(values.map((value) => [value.name.value, value.description?.value ?? ""]));
}
