import type { Read } from "@offergraph/service/db/read";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { MutationTx } from "../tx.js";

export interface Tools {
  /** Runs `effect`, and stores the emitted events in the same transaction. The events have no API key and no member. See `runCommand`. */
  write<Events extends EventDefinition, Result>(
    options: { workspaceId: string; emits: readonly Events[] },
    effect: (tx: MutationTx<Events>) => Promise<Result>,
  ): Promise<Result>;
  reader(workspaceId: string): Read;
}
