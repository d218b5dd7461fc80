import { type Access, type Bounds, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import type { GraphQLSchema } from "graphql";
import { composeSupergraph } from "../supergraph/compose.js";
import { coordinatesOf } from "../supergraph/coordinates.js";
import { readPublicApi } from "../supergraph/engine.js";
import type { SubgraphSdl } from "./deployed.js";

/** The public API that a gateway serves for these subgraphs. */
export interface PublicSchema {
  readonly schema: GraphQLSchema;
  /** Maps the schema coordinates of all parts to the reasons of their deprecation. */
  readonly coordinates: ReadonlyMap<string, string | undefined>;
  /** Root fields without `@access`, for example `Query.open`. */
  readonly unlabelled: readonly string[];
  /** Composition hints that the schema check treats as errors. The gateway refuses a schema only because of hints that are warnings. */
  readonly hints: readonly string[];
  readonly access: ReadonlyMap<string, Access>;
  readonly constraints: ReadonlyMap<string, Bounds>;
}

/** Composes the subgraphs. Returns the errors if the gateway would reject the supergraph. */
export function publicSchemaOf(subgraphs: readonly SubgraphSdl[]): PublicSchema | { errors: readonly string[] } {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) return composition;
  const { supergraphSdl, hints } = composition;
  try {
    const { schema, unlabelled, document } = readPublicApi(supergraphSdl);
    return {
      schema,
      coordinates: coordinatesOf(schema),
      unlabelled,
      hints: hints
        .filter(({ code, isWarning }) => isWarning || code.startsWith("INCONSISTENT_"))
        .map(({ code, message }) => `${code}: ${message}`),
      access: readAccess(document),
      constraints: readConstraints(document),
    };
  } catch (error) {
    return { errors: [error instanceof Error ? error.message : String(error)] };
  }
}
