import { runProgram, type Terminal } from "@offergraph/shared/cli/program";
import type { Screen } from "@offergraph/shared/cli/progress";
import { workspaceWriter } from "@offergraph/shared/database/write";
import { runAsSystem } from "@offergraph/shared/subgraph/run-as-system";
import { systemClock } from "@offergraph/shared/time/clock";
import { campaignCommands } from "./commands/campaign.js";
import { connectionCommands } from "./commands/connection.js";
import { demoCommand } from "./commands/demo.js";
import { importCommands } from "./commands/import.js";
import { partnerCommands } from "./commands/partner.js";
import type { Tools } from "./commands/tools.js";
import { PrismaClient } from "./generated/prisma/client.js";

/** Runs an admin command and returns its exit code. `environment`: DATABASE_URL and the variables of `storeAdminEnv`. `screen`: terminal that shows progress. */
export function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv, terminal: Terminal, screen?: Screen): Promise<number> {
  return runProgram(
    {
      app: "discounts",
      description: "Manages connections, partners, campaigns and imports.",
      createClient: (adapter) => new PrismaClient({ adapter }),
      createTools: (prisma, log): Tools => {
        const writer = workspaceWriter(prisma, log);
        return { write: (workspaceId, effect) => runAsSystem(writer, { workspaceId, clock: systemClock }, effect), environment };
      },
      createCommands: (run) => [
        connectionCommands(run),
        partnerCommands(run),
        campaignCommands(run),
        importCommands(run, screen),
        demoCommand(run),
      ],
    },
    words,
    environment,
    terminal,
  );
}
