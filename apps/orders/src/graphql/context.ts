import type { KeyObject } from "node:crypto";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { Reporting } from "../db/reporting.js";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: KeyObject;
  readonly reporting: () => Promise<Reporting>;
  /** Reporting currency of workspaces without their own setting (ISO 4217, lower case). */
  readonly defaultCurrency: string;
}

export interface MutationContext extends Context, MutationRunner {}
