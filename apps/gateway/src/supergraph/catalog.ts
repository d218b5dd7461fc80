import type { Access } from "@offergraph/shared/schema/directives";
import { type Bounds, readAccess, readConstraints } from "@offergraph/shared/schema/directives";
import type { DocumentNode } from "graphql";

/** What the supergraph says about its fields beside their types. */
export interface Catalog {
  /** The `@access` of a root field; undefined for a field that is not served. */
  access(type: string, field: string): Access | undefined;
  /** The `@constraint` of an argument. */
  bounds(type: string, field: string, argument: string): Bounds | undefined;
}

/** Reads the catalog from a supergraph's SDL. */
export function readCatalog(supergraph: DocumentNode): Catalog {
  const access = readAccess(supergraph);
  const constraints = readConstraints(supergraph);
  return {
    access: (type, field) => access.get(`${type}.${field}`),
    bounds: (type, field, argument) => constraints.get(`${type}.${field}(${argument}:)`),
  };
}
