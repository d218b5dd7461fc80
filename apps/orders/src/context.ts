import type { RequestBase } from "@offergraph/shared/subgraph/context";

/** What resolvers have of the request they work for. */
export interface Context extends RequestBase {
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** The currency that amounts are reported in. */
  readonly reportingCurrency: string;
}
