import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { StoreSettings } from "../env.js";
import type { QueryResolvers } from "../generated/types.js";
import type { IncentiveOfCode, NamedIncentive } from "../services/incentives/incentives-of.js";
import type { Stores } from "../services/stores/stores.js";

export interface Context extends RequestBase {
  readonly cursorKey: Buffer;
  /** Clients of the stores, which searches use. Pushes use other clients with separate circuit breakers. */
  readonly stores: Stores;
  /** Settings of store connections, which are required to check endpoints and encrypt secrets. */
  readonly storeSettings: StoreSettings;
  /** Call this function before the transaction begins. */
  findIncentivesOf(discountCodeId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Call this function before the transaction begins. */
  findIncentivesOfConnection(connectionId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Call this function before the transaction begins. */
  findIncentivesOfCodes(discountCodeIds: readonly string[]): Promise<readonly IncentiveOfCode[] | undefined>;
}

export interface MutationContext extends Context, MutationRunner {}

export type QueryField<Field extends keyof QueryResolvers> = NonNullable<QueryResolvers[Field]>;
