import type { RequestBase } from "@offergraph/service/subgraph/context";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: Buffer;
  /** ISO 4217, lower case. */
  readonly reportingCurrency: string;
}
