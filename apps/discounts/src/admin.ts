import { prismaAdapter } from "@offergraph/shared/database/adapter";
import { createPool } from "@offergraph/shared/database/pool";
import { workspaceWriter } from "@offergraph/shared/database/write";
import { createLogger } from "@offergraph/shared/log/logger";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command, Option } from "commander";
import { seedDemo } from "./demo/seed.js";
import { adminEnv } from "./env.js";
import { PrismaClient } from "./generated/prisma/client.js";
import { writeOnOwnBehalf } from "./writes/own-write.js";

const program = new Command("discounts").description("Admin commands of discounts");

program
  .command("demo")
  .description("Fill a workspace with lifelike discount codes; what is there already is left alone")
  .addOption(new Option("--workspace <id>", "the workspace").env("OFFERGRAPH_WORKSPACE").makeOptionMandatory())
  .option("--json", "print JSON")
  .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
    const log = createLogger("discounts", "warn");
    const pool = createPool({ connectionString: adminEnv(process.env).DATABASE_URL, max: 2, applicationName: "discounts-admin", log });
    try {
      const writer = workspaceWriter(new PrismaClient({ adapter: prismaAdapter(pool) }), log);
      const created = await writeOnOwnBehalf(writer, { workspaceId: workspace, clock: systemClock }, seedDemo);
      console.log(json ? JSON.stringify({ created }) : `Made ${created} discount codes.`);
    } finally {
      await pool.end();
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
