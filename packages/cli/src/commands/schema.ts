import { Command } from "commander";
import { readAccess, readUrl } from "../access/access.js";
import { CommandError } from "../errors.js";
import { pageTable } from "../output/table.js";
import type { Terminal } from "../terminal.js";

interface SchemaStatus {
  subgraphs: { name: string; version: string | null; replicas: number }[];
  refused: { subgraph: string; version: string | null; reasons: string[] }[];
}

interface StatusOptions {
  url?: string;
  json: boolean;
  profile?: string;
}

const timeoutMs = 10_000;

export function schemaCommand(terminal: Terminal): Command {
  return new Command("schema").description("shows the schemas of the services").addCommand(statusCommand(terminal));
}

function statusCommand(terminal: Terminal): Command {
  return new Command("status")
    .description("shows the versions that the gateway serves and refuses; the exit code is 1 if it refuses a schema")
    .option("--url <url>", "URL of a gateway (default: the URL of the profile)")
    .option("--json", "print JSON", false)
    .option("--profile <name>", "profile to use")
    .action(async ({ url: given, json, profile }: StatusOptions) => {
      const url = given === undefined ? (await readAccess(terminal.environment, profile)).url : readUrl(given);
      const { subgraphs, refused } = await readStatus(url, terminal.stop);
      if (json || !terminal.isInteractive) terminal.out(JSON.stringify({ subgraphs, refused }));
      else terminal.out(pageTable(subgraphs, terminal.columns).text);
      if (refused.length > 0)
        throw new CommandError(
          refused
            .map(
              ({ subgraph, version, reasons }) =>
                `Refused: ${subgraph} ${version ?? ""}`.trimEnd() + reasons.map((one) => `\n  ${one}`).join(""),
            )
            .join("\n"),
        );
    });
}

async function readStatus(url: string, stop: AbortSignal): Promise<SchemaStatus> {
  const reply = await fetch(`${url}/health/ready`, { signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]) }).catch(() => {
    stop.throwIfAborted();
    throw new CommandError(`Cannot reach ${url}. Check the URL and your network.`, 2, { isTemporary: true });
  });
  const body = (await reply.json().catch(() => undefined)) as { schema?: SchemaStatus } | undefined;
  if (!body?.schema) throw new CommandError(`${url}/health/ready does not describe the schemas of a gateway. Check the URL.`, 2);
  return body.schema;
}
