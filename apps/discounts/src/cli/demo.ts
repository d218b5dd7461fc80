import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { demoEvents, seedDemo } from "../demo/seed.js";
import { readConnectionTarget } from "./connection.js";
import type { Options, Tools } from "./tools.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("adds realistic discount codes to a workspace; existing records stay unchanged")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ write, environment }) => {
        // OUTBOUND_ALLOW_PRIVATE must be set, because the sandbox store has a local address.
        const hasSandbox = environment.SANDBOX_STORE_URL && environment.SANDBOX_STORE_SECRET && environment.OUTBOUND_ALLOW_PRIVATE === "1";
        const sandbox = hasSandbox ? await readConnectionTarget({ sandbox: true }, environment) : undefined;
        const created = await write({ workspaceId: workspace, emits: demoEvents }, (tx) => seedDemo(tx, sandbox));
        return { json: { created }, text: `Created ${created} discount codes.` };
      }),
    );
}
