import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { jsonOption } from "@offergraph/shared/cli/options";
import { Command } from "commander";
import { schemaCheckEnv } from "../env.js";
import { checkSchema } from "../schema-check/check.js";
import { deployedInCacheFile, deployedInFolder, deployedServices, type ReadDeployed, type SubgraphUrl } from "../schema-check/deployed.js";
import { reportOf } from "../schema-check/report.js";
import { type UsageRecords, usageInDatabase, usageInFile } from "../schema-check/usage-records.js";
import { days } from "./days.js";
import type { CommandContext } from "./program.js";
import { withUsagePool } from "./usage.js";

interface Options {
  app: string;
  schema?: string;
  against?: string;
  usage?: string;
  days: number;
  json: boolean;
}

// The path to the repository is the same from src/cli and from dist/cli.
const repository = new URL("../../../../", import.meta.url);

export function schemaCommands(context: CommandContext): Command {
  const check = new Command("check")
    .description("checks whether the schema of an app can be deployed")
    .requiredOption("--app <name>", "the app, for example discounts")
    .option("--schema <file>", "SDL of the app (default: apps/<app>/schema.graphql of this repository)")
    .option(
      "--against <source>",
      "source of the SDLs of the deployed apps: a list of URLs like SUBGRAPHS, the gateway's supergraph file, or a folder " +
        "(default: the setting SUBGRAPHS, else the file SUPERGRAPH_CACHE)",
    )
    .option("--usage <file>", "output of `admin usage list --json` (default: the records in DATABASE_URL)")
    .option("--days <number>", "number of days without use after which a part of the schema can be removed", days, 30)
    .addOption(jsonOption())
    .action(async (options: Options) => {
      const changed = { name: options.app, sdl: await readFile(options.schema ?? schemaOf(options.app), "utf8") };
      const deployed = await (await deployedOf(options.against, context))();
      const { days: period, usage: file } = options;
      const result = await withUsage(file, context, (usage) => checkSchema({ changed, deployed, usage, days: period, now: context.now }));
      context.finish(options.json, { json: result, text: reportOf(result), exitCode: result.isAllowed ? 0 : 1 });
    });
  return new Command("schema").description("check changes of the schema before a deployment").addCommand(check);
}

function schemaOf(app: string): string {
  return fileURLToPath(new URL(`apps/${app}/schema.graphql`, repository));
}

async function deployedOf(against: string | undefined, { environment }: CommandContext): Promise<ReadDeployed> {
  if (against === undefined) {
    const services = servicesIn(environment);
    return services.length > 0 ? deployedServices(services) : deployedInCacheFile(schemaCheckEnv(environment).SUPERGRAPH_CACHE);
  }
  if (/^[a-z][a-z0-9-]*=https?:/.test(against)) return deployedServices(servicesIn({ ...environment, SUBGRAPHS: against }));
  const found = await stat(against).catch(() => undefined);
  if (!found) throw new Error(`--against: ${against} is neither a file, a folder nor a list of URLs like discounts=http://host/graphql.`);
  return found.isDirectory() ? deployedInFolder(against) : deployedInCacheFile(against);
}

/** Returns the services in SUBGRAPHS that have a URL. SUBGRAPHS contains no URLs for services that the schema registry lists. */
function servicesIn(environment: CommandContext["environment"]): SubgraphUrl[] {
  return schemaCheckEnv(environment).SUBGRAPHS.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
}

async function withUsage<Result>(
  file: string | undefined,
  context: CommandContext,
  work: (usage: UsageRecords | undefined) => Promise<Result>,
): Promise<Result> {
  if (file !== undefined) return work(await usageInFile(file));
  const { DATABASE_URL } = schemaCheckEnv(context.environment);
  return DATABASE_URL === undefined ? work(undefined) : withUsagePool(DATABASE_URL, (pool) => work(usageInDatabase(pool)));
}
