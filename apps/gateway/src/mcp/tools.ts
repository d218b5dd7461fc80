import { readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import { parse } from "graphql";
import type { Engine } from "../supergraph/engine.js";
import { type Ownership, readOwnership } from "./ownership.js";
import { makeTool, type Tool } from "./tool.js";

export interface Tools {
  /** By name, grouped by toolset in supergraph order, queries before mutations. */
  readonly all: ReadonlyMap<string, Tool>;
  readonly toolsets: readonly string[];
  readonly ownership: Ownership;
}

/** Generates one tool per operation with `@access`. */
export function readTools({ supergraphSdl, apiSchema }: Pick<Engine, "supergraphSdl" | "apiSchema">): Tools {
  const document = parse(supergraphSdl, { noLocation: true });
  const access = readAccess(document);
  const source = { schema: apiSchema, constraints: readConstraints(document), ownership: readOwnership(document) };
  const made = (["Query", "Mutation"] as const).flatMap((root) => {
    const type = root === "Query" ? apiSchema.getQueryType() : apiSchema.getMutationType();
    return Object.values(type?.getFields() ?? {}).flatMap((field) => {
      const known = access.get(`${root}.${field.name}`);
      return known ? [makeTool(root, field, known, source)] : [];
    });
  });
  const toolsets = source.ownership.subgraphs.filter((name) => made.some(({ toolset }) => toolset === name));
  const ordered = toolsets.flatMap((name) => made.filter(({ toolset }) => toolset === name));
  return { all: new Map(ordered.map((tool) => [tool.name, tool])), toolsets, ownership: source.ownership };
}

const known = new WeakMap<Engine, Tools>();

/** Returns the tools of an engine's supergraph, generated on first use. */
export function toolsOf(engine: Engine): Tools {
  const tools = known.get(engine) ?? readTools(engine);
  known.set(engine, tools);
  return tools;
}
