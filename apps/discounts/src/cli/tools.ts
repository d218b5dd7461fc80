import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { MutationTx } from "../tx.js";

export interface Tools {
  /** Runs the effect in one transaction with its events, which have no actor; see runCommand. */
  write<Events extends EventDefinition, Result>(
    options: { workspaceId: string; emits?: readonly Events[] },
    effect: (tx: MutationTx<Events>) => Promise<Result>,
  ): Promise<Result>;
  environment: NodeJS.ProcessEnv;
}

export interface Options {
  workspace: string;
  json: boolean;
}
