import type { Read } from "@offergraph/service/db/read";
import { backlogLimit, backlogReader } from "@offergraph/service/outbox/backlog-limit";
import { readConnectionReferences, readPartnerReferences } from "@offergraph/service/replicas/queries";
import { maxBatch } from "@offergraph/service/tx/batch-sizes";
import { openFile, ReadingStopped, untilStopped } from "@offergraph/shared/cli/open-file";
import { id, jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import { type CommandOutput, type Run, visible } from "@offergraph/shared/cli/output";
import { type Screen, showProgress } from "@offergraph/shared/cli/progress";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { onlyOne } from "@offergraph/shared/errors/look-up-error";
import { readRef } from "@offergraph/shared/schema/ref";
import { systemClock } from "@offergraph/shared/time/clock";
import { Command } from "commander";
import { processBatches } from "../services/ingest/process-batches.js";
import { readLines } from "../services/ingest/record.js";
import { resolver } from "../services/ingest/resolve.js";
import type { Result } from "../services/ingest/write-batch.js";
import { orderKind } from "../services/orders/write-orders.js";
import type { Tools } from "./program.js";

interface Options {
  workspace: string;
  connection?: string;
  json: boolean;
}

/** Maximum number of rejected records in the text output. The JSON output lists all rejected records. */
const maxShown = 50;
const help = `
Each line must contain one order in the format of POST /v1/ingest/orders. Without --connection, each order requires a connectionId.
Only new versions of an order are stored, so you can stop an import with Ctrl-C and run the same command again.
Exit codes: 0 (no order rejected), 1 (import failed), 2 (some orders rejected), 130 (import stopped).`;

/** `screen` shows the progress. `screen` is undefined without a terminal. */
export function importCommands(run: Run<Tools>, screen: Screen | undefined): Command {
  const commands = new Command("import").description("import data from files");
  commands
    .command("orders")
    .description("imports orders from an NDJSON file")
    .argument("<file>", "the NDJSON file")
    .option("--connection <id>", "id of the connection (store) that the orders belong to", id)
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .addHelpText("after", help)
    .action((path: string, options: Options) =>
      run(options.json, async (tools) => {
        const { signal: stop, dispose } = onStopRequest();
        try {
          return await importOrders(path, options, tools, options.json ? { stop } : { stop, screen });
        } finally {
          dispose();
        }
      }),
    );
  return commands;
}

async function importOrders(
  path: string,
  { workspace, connection, json }: Options,
  tools: Tools,
  { stop, screen }: { stop: AbortSignal; screen?: Screen | undefined },
): Promise<CommandOutput> {
  const { database, reportingCurrency } = tools;
  const read: Read = (statement) => database.read(workspace, statement);
  const references = {
    findConnection: async (wanted: string) => onlyOne(await readConnectionReferences(read, { id: wanted })),
    findPartner: async (ref: Parameters<typeof readRef>[0]) => onlyOne(await readPartnerReferences(read, readRef(ref))),
  };
  if (connection !== undefined && (await references.findConnection(connection)).fault)
    throw new Error(
      `Connection ${connection} does not exist in this workspace. List connections with: npm run offergraph -- admin connection list`,
    );
  const { file, size } = openFile(path);
  const batches = readLines(orderKind, untilStopped(file, stop), () => maxBatch);
  const resolve = resolver(orderKind, references, connection);
  const results = processBatches({
    kind: orderKind,
    batches,
    resolve,
    write: (effect) => database.transaction({ workspaceId: workspace, emits: orderKind.emits }, effect),
    reportingCurrency,
    now: () => systemClock.now(),
  });
  const progress = showProgress(screen, size);
  const tally = new Tally(json ? Number.POSITIVE_INFINITY : maxShown);
  const pause = backlogLimit({ read: backlogReader(database, workspace) });
  let stopped = false;
  try {
    for await (const some of results) {
      for (const result of some) tally.add(result);
      progress.show(file.bytesRead, tally.text);
      await pause();
    }
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    stopped = true;
  } finally {
    progress.end();
    file.destroy();
  }
  return tally.output(stopped);
}

class Tally {
  readonly #counts = { accepted: 0, unchanged: 0, stale: 0, rejected: 0 };
  readonly #errors: Pick<Result, "line" | "externalRef" | "errors">[] = [];
  #found = 0;

  constructor(readonly maxErrors: number) {}

  add({ line = 0, externalRef, outcome, errors }: Result): void {
    this.#counts[outcome] += 1;
    if (!errors) return;
    this.#found += 1;
    if (this.#errors.length < this.maxErrors) this.#errors.push({ line, externalRef, errors });
  }

  get text(): string {
    const { accepted, unchanged, stale, rejected } = this.#counts;
    return `${accepted} imported, ${unchanged + stale} unchanged or stale, ${rejected} rejected`;
  }

  output(stopped: boolean): CommandOutput {
    const bad = this.#errors.map(({ line, externalRef, errors = [] }) =>
      visible(`line ${line}${externalRef === null ? "" : ` (${externalRef})`}: ${errors.map(({ message }) => message).join(" ")}`),
    );
    const more = this.#found > bad.length ? ["… and more errors. Use --json to list all errors."] : [];
    const end = stopped ? ["The import stopped before the end of the file. Run the same command again to continue."] : [];
    return {
      json: { ...this.#counts, ...(stopped && { stopped }), errors: this.#errors },
      text: [...bad, ...more, `${this.text}.`, ...end].join("\n"),
      exitCode: stopped ? 130 : this.#counts.rejected > 0 ? 2 : 0,
    };
  }
}
