import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, type Told, table } from "@offergraph/shared/cli/output";
import { isDay } from "@offergraph/shared/schema/dates";
import { Command, InvalidArgumentError } from "commander";
import { readRateVersions } from "../data/sent-rates.js";
import { currencyOf } from "../domain/ingest/currencies.js";
import type { Tools } from "./tools.js";

interface Options {
  workspace: string;
  day?: string;
  from?: string;
  to?: string;
  json: boolean;
}

const maxVersions = 1_000;

/** Commands about exchange rates. */
export function rateCommands(run: Run<Tools>): Command {
  const commands = new Command("rate").description("exchange rates of a workspace");
  commands
    .command("history")
    .description(`lists the rates received, newest first, with who sent them; at most ${maxVersions}`)
    .option("--day <day>", "of this day only, YYYY-MM-DD", day)
    .option("--from <currency>", "from this currency only", currency)
    .option("--to <currency>", "to this currency only", currency)
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .action((options: Options) => run(options.json, (tools) => history(tools, options)));
  return commands;
}

async function history({ reader }: Tools, { workspace, ...conditions }: Options): Promise<Told> {
  const versions = await readRateVersions((statement) => reader.read(workspace, statement), conditions, maxVersions);
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
  if (!isDay(text)) throw new InvalidArgumentError("It has to be a calendar day, YYYY-MM-DD.");
  return text;
}

function currency(text: string): string {
  const known = currencyOf(text);
  if (known === undefined) throw new InvalidArgumentError('It has to be the code of a currency by ISO 4217, e.g. "eur".');
  return known;
}
