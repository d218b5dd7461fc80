import type { Database } from "@offergraph/service/tx/database";
import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import type { Prisma } from "../generated/prisma/client.js";

export interface Tools {
  pool: pg.Pool;
  database: Database<Prisma.TransactionClient>;
  log: Logger;
  environment: NodeJS.ProcessEnv;
}

export interface Options {
  workspace: string;
  json: boolean;
}
