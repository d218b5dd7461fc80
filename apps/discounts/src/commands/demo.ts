import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { Command } from "commander";
import { seedDemo } from "../demo/seed.js";
import { readReach } from "./store-reach.js";
import type { Options, Tools } from "./tools.js";

export function demoCommand(run: Run<Tools>): Command {
  return new Command("demo")
    .description("fills a workspace with lifelike discount codes; what is there already is left alone")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ write, environment }) => {
        // Where stores may not be private, a sandbox on this machine is none that a connection may lead to.
        const hasSandbox = environment.SANDBOX_STORE_URL && environment.SANDBOX_STORE_SECRET && environment.OUTBOUND_ALLOW_PRIVATE === "1";
        const sandbox = hasSandbox ? await readReach({ sandbox: true }, environment) : undefined;
        const created = await write(workspace, (writing) => seedDemo(writing, sandbox));
        return { json: { created }, text: `Made ${created} discount codes.` };
      }),
    );
}
