import { backlogLimit, backlogReader } from "@offergraph/service/outbox/backlog-limit";
import { openFile } from "@offergraph/shared/cli/open-file";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import { type CommandOutput, type Run, visible } from "@offergraph/shared/cli/output";
import { type Screen, showProgress } from "@offergraph/shared/cli/progress";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import { Command } from "commander";
import { type ImportResult, importCodes, type RowProblem } from "../services/import/import.js";
import { rowValidator } from "../services/import/row-validator.js";
import { countOf, type Options, type Tools } from "./tools.js";

/** Maximum number of printed problems without --json. */
const maxShown = 50;
const help = `
The file must be UTF-8 text. Commas, semicolons or tabs separate the columns, and the first line must name the columns.
The columns Code and Value are required. Name, Value Type, Status, Usage Limit, Times Used, Start and End are optional.
The order and case of the columns do not matter. Other columns are ignored.
An empty Status is derived from Start and End. A time without a time zone is UTC. A date without a time means 00:00 UTC.
An empty Usage Limit or 0 means no limit.
Existing codes stay unchanged, so you can stop an import with Ctrl-C and run the same command again.
Exit codes: 0 (all rows imported), 1 (import failed), 2 (some rows rejected), 130 (import stopped).`;

/** `screen` is undefined if stderr is not a terminal. */
export function importCommands(run: Run<Tools>, screen: Screen | undefined): Command {
  const commands = new Command("import").description("import data from files");
  commands
    .command("discounts")
    .description("imports discount codes from a CSV file that a store platform exported")
    .argument("<file>", "the CSV file")
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .addHelpText("after", help)
    .action((path: string, { workspace, json }: Options) =>
      run(json, async (tools) => {
        const { signal: stop, dispose } = onStopRequest();
        try {
          return await importFile(path, workspace, tools, json ? { stop, isJson: true } : { stop, screen });
        } finally {
          dispose();
        }
      }),
    );
  return commands;
}

async function importFile(
  path: string,
  workspace: string,
  { write, database }: Tools,
  { stop, isJson, screen }: { stop: AbortSignal; isJson?: true; screen?: Screen | undefined },
): Promise<CommandOutput> {
  const { file, size } = openFile(path);
  const progress = showProgress(screen, size);
  const errors: RowProblem[] = [];
  const started = performance.now();
  try {
    const result = await importCodes({
      file,
      validator: rowValidator(),
      write: (effect) => write({ workspaceId: workspace, emits: [discountCodeCreated] }, effect),
      pause: backlogLimit({ read: backlogReader(database, workspace) }),
      onProblem: (problem) => {
        if (isJson || errors.length <= maxShown) errors.push(problem);
      },
      onProgress: (done) =>
        progress.show(file.bytesRead, `${done.created} created, ${done.unchanged} unchanged, ${done.rejected} rejected`),
      stop,
    });
    return outputOf(result, errors, (performance.now() - started) / 1000);
  } finally {
    progress.end();
    file.destroy();
  }
}

function outputOf({ ignored, stopped, ...counts }: ImportResult, errors: readonly RowProblem[], seconds: number): CommandOutput {
  const { created, unchanged, rejected } = counts;
  const shown = errors.slice(0, maxShown).map(({ line, column, reason }) => visible(`line ${line}, ${column}: ${reason}`));
  const more = errors.length > maxShown ? [`… and more problems. Use --json to list all problems.`] : [];
  const text = [
    ...shown,
    ...more,
    ...(ignored.length > 0 ? [visible(`Ignored columns: ${ignored.join(", ")}.`)] : []),
    `${countOf(created)} created, ${unchanged} unchanged, ${rejected} row${rejected === 1 ? "" : "s"} rejected, in ${seconds.toFixed(1)} s.`,
    ...(stopped ? ["The import stopped before the end of the file. Run the same command again to continue."] : []),
  ].join("\n");
  return { json: { ...counts, ...(stopped && { stopped }), errors }, text, exitCode: stopped ? 130 : rejected > 0 ? 2 : 0 };
}
