import { createPool } from "@offergraph/service/db/pool";
import { jsonOption } from "@offergraph/shared/cli/options";
import { table } from "@offergraph/shared/cli/output";
import { createLogger } from "@offergraph/shared/log/logger";
import { Command } from "commander";
import type { Pool } from "pg";
import { schemaCheckEnv } from "../env.js";
import { dayBefore } from "../schema-check/check.js";
import { type UsageFile, usageInDatabase } from "../schema-check/usage-records.js";
import { days } from "./days.js";
import type { CommandContext } from "./program.js";

interface Options {
  days: number;
  json: boolean;
}

export function usageCommands({ environment, now, finish }: CommandContext): Command {
  const list = new Command("list")
    .description("lists which keys use which parts of the schema")
    .argument("[coordinate...]", "schema coordinates, for example DiscountCode.title (default: all)")
    .option("--days <number>", "number of days", days, 30)
    .addOption(jsonOption())
    .action(async (coordinates: string[], { days: period, json }: Options) => {
      const { DATABASE_URL } = schemaCheckEnv(environment);
      if (DATABASE_URL === undefined) throw new Error("Set DATABASE_URL to the gateway's URL of the workspace service's database.");
      const found = await withUsagePool(DATABASE_URL, async (pool): Promise<UsageFile> => {
        const records = usageInDatabase(pool);
        const uses = await records.usesSince(dayBefore(now, period), coordinates.length > 0 ? coordinates : undefined);
        return { recordedSince: await records.recordedSince(), uses: [...uses] };
      });
      finish(json, { json: found, text: textOf(found) });
    });
  return new Command("usage").description("show which keys use which parts of the schema").addCommand(list);
}

function textOf({ recordedSince, uses }: UsageFile): string {
  if (recordedSince === null) return "No use of the schema was recorded yet.";
  const rows = uses.map(({ coordinate, keyName, endsWith, workspaceId, lastDay, count }) => [
    ...[coordinate, keyName ?? "", `…${endsWith ?? ""}`, workspaceId, lastDay, String(count)],
  ]);
  return `${table([["field", "key", "ends with", "workspace", "last day", "requests"], ...rows])}\n\nRecorded since ${recordedSince}.`;
}

/** Runs `work` with a pool of connections to the database of the usage records. */
export async function withUsagePool<Result>(connectionString: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const log = createLogger("gateway-admin", "silent");
  const pool = createPool({ connectionString, max: 1, applicationName: "gateway-admin", log });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
