import type { Access } from "@offergraph/shared/schema/directives";
import { type Bounds, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import type { DocumentNode } from "graphql";

/** Directives of the supergraph. */
export interface Catalog {
  /** `@access` of a root field; undefined if it is not served. */
  access(type: string, field: string): Access | undefined;
  /** `@constraint` of an argument. */
  bounds(type: string, field: string, argument: string): Bounds | undefined;
}

export function readCatalog(supergraph: DocumentNode): Catalog {
  const access = readAccess(supergraph);
  const constraints = readConstraints(supergraph);
  return {
    access: (type, field) => access.get(`${type}.${field}`),
    bounds: (type, field, argument) => constraints.get(`${type}.${field}(${argument}:)`),
  };
}
