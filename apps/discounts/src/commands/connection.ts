import { jsonOption, oneOf, words, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, table } from "@offergraph/shared/cli/output";
import { Command, InvalidArgumentError } from "commander";
import { readAllConnections } from "../data/connections.js";
import { addConnection } from "../writes/add-connection.js";
import { type GivenReach, readReach } from "./store-reach.js";
import type { Options, Tools } from "./tools.js";

interface AddOptions extends Options, GivenReach {
  name: string;
  slug?: string;
}

export function connectionCommands(run: Run<Tools>): Command {
  const connection = new Command("connection").description("connect stores, list what is connected");
  connection
    .command("add")
    .description("connects a store; a secret that is made here is shown this once")
    .addOption(workspaceOption())
    .requiredOption("--name <name>", "what people call the store", words)
    .option("--slug <slug>", "what settings of placements go by; made from the name when absent", slugText)
    .option(
      "--provider <provider>",
      "manual (never pushed to) or http; http when there is an endpoint",
      oneOf<"manual" | "http">("manual", "http"),
    )
    .option("--endpoint <url>", "where the store takes messages (docs/stores.md)")
    .option("--secret <secret>", "what both sign with, whsec_…; made when absent")
    .option("--sandbox", "the sandbox store that npm start runs")
    .addOption(jsonOption())
    .action(({ workspace, json, name, slug, ...given }: AddOptions) =>
      run(json, async ({ write, environment }) => {
        const { made, ...reach } = await readReach(given, environment);
        const connectionId = await write(workspace, (writing) => addConnection(writing, { name, slug, ...reach }));
        const keep = made && `\n\nIts secret is ${made}\nGive it to the store and keep it now: it cannot be shown again.`;
        return {
          json: { connectionId, ...(made && { secret: made }) },
          text: `The connection "${name}" is ${connectionId}.${keep ?? ""}`,
        };
      }),
    );
  connection
    .command("list")
    .description("lists the connections of a workspace")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action(({ workspace, json }: Options) =>
      run(json, async ({ write }) => {
        const found = await write(workspace, ({ read }) => readAllConnections(read));
        const connections = found.map(({ rowId, slug, name, provider, endpoint }) => ({
          connectionId: rowId,
          slug,
          name,
          provider,
          endpoint,
        }));
        const rows = connections.map((one) => [one.connectionId, one.slug, one.name, one.provider, one.endpoint ?? ""]);
        return { json: connections, text: table([["id", "slug", "name", "provider", "endpoint"], ...rows]) };
      }),
    );
  return connection;
}

function slugText(text: string): string {
  if (text.length > 64 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError("It has to have 1-64 characters of a-z and 0-9, with single dashes between them.");
  return text;
}
