import { runProgram, type Terminal } from "@offergraph/service/cli/program";
import { workspaceWriter } from "@offergraph/service/db/write";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import type { Screen } from "@offergraph/shared/cli/progress";
import { systemClock } from "@offergraph/shared/time/clock";
import { PrismaClient } from "../generated/prisma/client.js";
import { campaignCommands } from "./campaign.js";
import { connectionCommands } from "./connection.js";
import { demoCommand } from "./demo.js";
import { importCommands } from "./import.js";
import { partnerCommands } from "./partner.js";
import type { Tools } from "./tools.js";

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
