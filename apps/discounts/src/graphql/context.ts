import type { KeyObject } from "node:crypto";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { QueryOf } from "@offergraph/service/subgraph/query";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { StoreSettings } from "../env.js";
import type { QueryResolvers } from "../generated/types.js";
import type { IncentiveOfCode, NamedIncentive } from "../services/incentives/incentives-of.js";
import type { Stores } from "../services/stores/stores.js";

export interface Context extends RequestBase {
  readonly cursorKey: KeyObject;
  /** Clients for searches in the stores' catalogs. Pushes to stores use separate clients with their own circuit breakers. */
  readonly stores: Stores;
  readonly storeSettings: StoreSettings;
  /** Call this function before the transaction begins, because no transaction may wait for the incentives service. */
  findIncentivesOf(discountCodeId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Call this function before the transaction begins, because no transaction may wait for the incentives service. */
  findIncentivesOfConnection(connectionId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Call this function before the transaction begins, because no transaction may wait for the incentives service. */
  findIncentivesOfCodes(discountCodeIds: readonly string[]): Promise<readonly IncentiveOfCode[] | undefined>;
}

export interface MutationContext extends Context, MutationRunner {}

export type QueryField<Field extends keyof QueryResolvers> = NonNullable<QueryResolvers[Field]>;
export type WarningQueryField<Field extends keyof QueryResolvers> = QueryOf<QueryResolvers[Field]>;
