import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import { type CommandOutput, type Run, table } from "@offergraph/shared/cli/output";
import { currencyOf } from "@offergraph/shared/schema/currencies";
import { isDay } from "@offergraph/shared/schema/dates";
import { Command, InvalidArgumentError } from "commander";
import { readRateVersions } from "../db/sent-rates.js";
import type { Tools } from "./program.js";

interface Options {
  workspace: string;
  day?: string;
  from?: string;
  to?: string;
  json: boolean;
}

const maxVersions = 1_000;

export function rateCommands(run: Run<Tools>): Command {
  const commands = new Command("rate").description("list the exchange rates of a workspace");
  commands
    .command("history")
    .description(`lists at most ${maxVersions} received rates with their senders, newest first`)
    .option("--day <day>", "only rates of this day (YYYY-MM-DD)", day)
    .option("--from <currency>", "only rates from this currency", currency)
    .option("--to <currency>", "only rates to this currency", currency)
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action((options: Options) => run(options.json, (tools) => history(tools, options)));
  return commands;
}

async function history({ database }: Tools, { workspace, ...conditions }: Options): Promise<CommandOutput> {
  const versions = await database.transaction({ workspaceId: workspace }, (tx) => readRateVersions(tx, conditions, maxVersions));
  const rows = versions.map(({ receivedAt, day: of, from, to, rate, provider, keyId, memberId }) => [
    receivedAt,
    of,
    `${from}-${to}`,
    rate,
    provider,
    keyId ?? "-",
    memberId ?? "-",
  ]);
  const heading = ["received", "day", "currencies", "rate", "provider", "key", "member"];
  return { json: versions, text: rows.length === 0 ? "No rates." : table([heading, ...rows]) };
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("The value must be a calendar day (YYYY-MM-DD).");
  return text;
}

function currency(text: string): string {
  const known = currencyOf(text);
  if (known === undefined) throw new InvalidArgumentError('The value must be an ISO 4217 currency code, for example "eur".');
  return known;
}
