import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: Buffer;
  /** Must be called before the transaction, because a lookup can take 300 ms. */
  readonly references: ReplicaLookups;
  /** Looks up the workspace and stores its settings, unless the workspace service does not reply within 300 ms. Not in a transaction. */
  readonly lookUpWorkspace: () => Promise<void>;
}

export interface MutationContext extends Context, MutationRunner {}
