import type { CodeWrite } from "../services/codes/write.js";

/** Dependencies of the commands. */
export interface Tools {
  /** Runs a write and its events in one transaction; see runAsSystem. */
  write<Result>(workspaceId: string, effect: (write: CodeWrite) => Promise<Result>): Promise<Result>;
  environment: NodeJS.ProcessEnv;
}

/** Options of every command. */
export interface Options {
  workspace: string;
  json: boolean;
}
