import { prismaAdapter } from "@offergraph/shared/database/adapter";
import { createPool } from "@offergraph/shared/database/pool";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { createLogger } from "@offergraph/shared/log/logger";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command } from "commander";
import { type Run, tell } from "./admin-output.js";
import { PrismaClient } from "./generated/prisma/client.js";
import { keyCommands } from "./key-commands.js";
import { keyStore } from "./keys/store.js";
import { memberCommands } from "./member-commands.js";
import { workspaceCommands } from "./workspace-commands.js";

/** Connects only for a command that runs, so that --help needs no database. */
const run: Run = async (isJson, work) => {
  const env = readEnv({ DATABASE_URL: serviceEnv.DATABASE_URL }, process.env);
  const pool = createPool({
    connectionString: env.DATABASE_URL,
    max: 2,
    applicationName: "gateway-admin",
    log: createLogger("gateway-admin", "silent"),
  });
  const prisma = new PrismaClient({ adapter: prismaAdapter(pool) });
  try {
    tell(await work(keyStore(prisma, systemClock)), isJson);
  } finally {
    await prisma.$disconnect();
    await pool.end();
  }
};

const program = new Command("offergraph")
  .description("Workspaces, members and keys.")
  .showHelpAfterError("(add --help for what there is)")
  .addCommand(workspaceCommands(run))
  .addCommand(memberCommands(run))
  .addCommand(keyCommands(run));

try {
  await program.parseAsync();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (code === "P2021") return "The database has no tables yet: start the gateway once, it migrates.";
  if (code === "ECONNREFUSED" || code === "P1001") return "The database at DATABASE_URL cannot be reached.";
  return error.message;
}
