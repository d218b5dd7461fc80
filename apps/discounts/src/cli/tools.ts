import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { MutationTx } from "../tx.js";

export interface Tools {
  /**
   * Runs `effect` and stores its events in one transaction. The events have no `Actor`, because a CLI command uses no API key. See
   * `runCommand`.
   */
  write<Events extends EventDefinition, Result>(
    options: { workspaceId: string; emits?: readonly Events[] },
    effect: (tx: MutationTx<Events>) => Promise<Result>,
  ): Promise<Result>;
  /** Reads of any workspace. */
  database: WorkspaceReader;
  environment: NodeJS.ProcessEnv;
}

export interface Options {
  workspace: string;
  json: boolean;
}

export function givenCodes(option: readonly string[] | undefined, bare: readonly string[]): string[] {
  const refs = [...(option ?? []), ...bare];
  if (refs.length === 0) throw new Error("At least one discount code is required. Use --code <id, code or alias>.");
  return refs;
}

export function countOf(codes: number): string {
  return `${codes} discount code${codes === 1 ? "" : "s"}`;
}
