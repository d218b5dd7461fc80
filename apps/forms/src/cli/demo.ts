import { connectNats } from "@offergraph/service/messaging/connection";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { createDeps } from "../deps.js";
import { readSettings } from "../env.js";
import type { Options, Tools } from "./tools.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with demo forms and responses; existing records do not change")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace: workspaceId, json }: Options) =>
      run(json, async ({ pool, database, log, environment }) => {
        const settings = readSettings(environment);
        const nats = connectNats({ url: settings.NATS_URL, name: "offergraph-forms-admin", log });
        const deps = createDeps({ settings, pool, database, nats, lookupTimeouts: {}, log, clock: systemClock });
        try {
          const made = await seedDemo({ workspaceId, now: systemClock.now(), deps, timeoutMs: 3_000 });
          return { json: { created: made }, text: `Created ${made.forms} forms and ${made.responses} responses.` };
        } finally {
          await Promise.all([nats.close(), deps.surveys.stop()]);
        }
      }),
    );
}
