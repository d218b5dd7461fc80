import { readFile } from "node:fs/promises";
import { openFile } from "@offergraph/shared/cli/open-file";
import { jsonOption, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, type Told, visible } from "@offergraph/shared/cli/output";
import { type Screen, showProgress } from "@offergraph/shared/cli/progress";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { mutationGuard } from "@offergraph/shared/subgraph/mutation-guard";
import { Command } from "commander";
import { type Finding, type ImportResult, importCodes } from "../import/import.js";
import { countOf } from "./codes.js";
import type { Options, Tools } from "./tools.js";

/** How many findings people are shown; --json tells all. */
const mostShown = 50;
const help = `
The first line names the columns, in any order and case: Code and Value have to be there; Name, Value Type, Status, Usage Limit,
Times Used, Start and End may be. Others are ignored. UTF-8, commas between, quotes where needed.
A status that is empty follows from the times; a time without a zone is UTC, a day is its first moment; a limit that is empty or 0 is none.
A code that is there already is left as it is, so that the same file again goes on where it was stopped (Ctrl-C).
Exit code: 0 when every row is in, 2 when some were bad (all others are in), 130 when it was stopped, 1 when it could not be done.`;

/** `screen`: where progress is shown; undefined where nobody looks. */
export function importCommands(run: Run<Tools>, screen: Screen | undefined): Command {
  const commands = new Command("import").description("take data in from files");
  commands
    .command("discounts")
    .description("takes discount codes in from a CSV file, as store platforms export them")
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
  { write }: Tools,
  { stop, isJson, screen }: { stop: AbortSignal; isJson?: true; screen?: Screen | undefined },
): Promise<Told> {
  const sdl = await readFile(new URL("../../schema.graphql", import.meta.url), "utf8");
  const { file, size } = openFile(path);
  const progress = showProgress(screen, size);
  const errors: Finding[] = [];
  const started = performance.now();
  try {
    const result = await importCodes({
      file,
      guard: mutationGuard(sdl, "create_discount_code"),
      write: (effect) => write(workspace, effect),
      onFinding: (finding) => {
        if (isJson || errors.length <= mostShown) errors.push(finding);
      },
      onProgress: (done) => progress.show(file.bytesRead, `${done.created} created, ${done.unchanged} already there, ${done.rejected} bad`),
      stop,
    });
    return told(result, errors, (performance.now() - started) / 1000);
  } finally {
    progress.end();
    file.destroy();
  }
}

function told({ ignored, stopped, ...counts }: ImportResult, errors: readonly Finding[], seconds: number): Told {
  const { created, unchanged, rejected } = counts;
  const shown = errors.slice(0, mostShown).map(({ line, column, reason }) => visible(`line ${line}, ${column}: ${reason}`));
  const more = errors.length > mostShown ? [`… and more: --json tells all of them.`] : [];
  const text = [
    ...shown,
    ...more,
    ...(ignored.length > 0 ? [visible(`Ignored columns: ${ignored.join(", ")}.`)] : []),
    `${countOf(created)} created, ${unchanged} already there, ${rejected} bad row${rejected === 1 ? "" : "s"}, in ${seconds.toFixed(1)} s.`,
    ...(stopped ? ["Stopped before the end of the file. The same command again goes on."] : []),
  ].join("\n");
  return { json: { ...counts, ...(stopped && { stopped }), errors }, text, exitCode: stopped ? 130 : rejected > 0 ? 2 : 0 };
}
