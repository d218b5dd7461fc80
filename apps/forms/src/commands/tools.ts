import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import type { Prisma } from "../generated/prisma/client.js";

/** What the commands work with. */
export interface Tools {
  pool: pg.Pool;
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  log: Logger;
  /** Where further settings come from. */
  environment: NodeJS.ProcessEnv;
}

/** The options that every command has. */
export interface Options {
  workspace: string;
  json: boolean;
}
