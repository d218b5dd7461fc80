import { connectNats } from "@offergraph/service/messaging/connection";
import { eventSigner } from "@offergraph/service/messaging/signer";
import { runAsSystem } from "@offergraph/service/mutations/run-as-system";
import { legacyReader } from "@offergraph/service/tx/legacy";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { createCollectDeps } from "../deps.js";
import { readSettings } from "../env.js";
import type { Options, Tools } from "./tools.js";

// The running service publishes the outbox.
const relay = { notify: () => undefined, stop: async () => undefined };

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with realistic forms and responses; existing records stay unchanged")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ pool, database, writer, log, environment }) => {
        const settings = readSettings(environment);
        const nats = connectNats({ url: settings.NATS_URL, name: "offergraph-forms-admin", log });
        const signer = eventSigner(settings.EVENT_SIGNING_KEY ?? settings.GATEWAY_SIGNING_KEY);
        const parts = { settings, pool, database, reader: legacyReader(database), writer, nats, signer, relay, log, clock: systemClock };
        // Nothing reads the responses to simulated visitors.
        const collecting = { ...createCollectDeps(parts), grantsWaitMs: 0 };
        try {
          const made = await seedDemo({
            workspaceId: workspace,
            now: systemClock.now(),
            writeAt: (time, effect) => runAsSystem(writer, { workspaceId: workspace, clock: { now: () => time } }, effect),
            deps: collecting,
            log,
            patienceMs: 3_000,
          });
          return { json: { created: made }, text: `Created ${made.forms} forms and ${made.responses} responses.` };
        } finally {
          await Promise.all([nats.close(), collecting.surveys.stop()]);
        }
      }),
    );
}
