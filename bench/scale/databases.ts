import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDatabase, startPostgres } from "@offergraph/dev-stack/postgres";
import { migrate } from "@offergraph/service/db/migrate";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { repository } from "../../e2e/src/start-system.js";

export interface Databases {
  /** Database URLs, each with the role of its service. */
  discounts: string;
  orders: string;
  /** The workspace with the most codes, or else a new workspace. */
  workspaceId: string;
}

/** Runs `effect` with the databases in `dataDirectory`, or else with new databases on a temporary server. */
export async function onDatabases<Result>(
  dataDirectory: string | undefined,
  effect: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  const isStored = dataDirectory !== undefined && existsSync(dataDirectory);
  const folder = await mkdtemp(join(tmpdir(), "offergraph-scale-"));
  const log = createLogger("bench", "error");
  const server = await startPostgres({ dataDirectory: isStored ? dataDirectory : join(folder, "postgres"), log, isFast: !isStored });
  try {
    const urlOf = async (app: string) => {
      const connectionString = await ensureDatabase(server.adminUrl, `offergraph_${app}`, `offergraph_${app}`);
      await migrate({ connectionString, migrationsDirectory: join(repository, "apps", app, "prisma/migrations"), log });
      return connectionString;
    };
    const [discounts, orders] = [await urlOf("discounts"), await urlOf("orders")];
    return await effect({ discounts, orders, workspaceId: await largestWorkspace(server.adminUrl) });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function largestWorkspace(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  url.pathname = "/offergraph_discounts";
  const admin = new pg.Client(url.href);
  await admin.connect();
  try {
    const { rows } = await admin.query("SELECT workspace_id AS id FROM discount_codes GROUP BY 1 ORDER BY count(*) DESC LIMIT 1");
    return rows[0]?.id ?? "01900000-0000-7000-8000-000000000001";
  } finally {
    await admin.end();
  }
}
