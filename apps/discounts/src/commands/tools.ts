import type { CodeWrite } from "../writes/write.js";

/** What the commands work with. */
export interface Tools {
  /** Runs one write in a workspace, with its events: see writeOnOwnBehalf. */
  write<Result>(workspaceId: string, effect: (write: CodeWrite) => Promise<Result>): Promise<Result>;
  /** Where further settings come from. */
  environment: NodeJS.ProcessEnv;
}

/** The options that every command has. */
export interface Options {
  workspace: string;
  json: boolean;
}
