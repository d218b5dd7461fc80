import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: Buffer;
  /** Looks up records of other services. Use before a transaction begins, because each lookup can take 300 ms. */
  readonly references: ReplicaLookups;
  /** Looks up the workspace and stores its settings, if a reply arrives within 300 ms. Do not call in a transaction. */
  readonly lookUpWorkspace: () => Promise<void>;
}

export interface MutationContext extends Context, MutationRunner {}
