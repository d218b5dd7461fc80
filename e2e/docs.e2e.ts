import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { polling } from "@offergraph/testkit/timeouts";
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { graphqlClient } from "./src/client.js";
import { type PrintedCommand, readPage } from "./src/docs/commands.js";
import { differenceOfShape } from "./src/docs/shape.js";
import { Shell } from "./src/docs/shell.js";
import { type RunningSystem, repository, startSystem } from "./src/start-system.js";

const inFolder = (directory: string) => readdirSync(path.join(repository, directory)).map((name) => `${directory}/${name}`);
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...inFolder("docs").filter((name) => name.endsWith(".md")),
  ...inFolder("apps").map((app) => `${app}/README.md`),
];
/** Number of code blocks per page with the comment "not run". */
const notRun: Record<string, number> = {
  "README.md": 2,
  "docs/backup.md": 7,
  "docs/cli.md": 2,
  "docs/deployment.md": 12,
  "docs/load-testing.md": 2,
  "docs/mcp.md": 1,
  "docs/proofs.md": 1,
  "docs/schema-changes.md": 1,
  "docs/sdk.md": 1,
  "docs/telemetry.md": 1,
  "apps/gateway/README.md": 1,
  "apps/workspace/README.md": 1,
};

let system: RunningSystem;
let folder: string;
let baseUrl: string;
let secretKey: string;
beforeAll(async () => {
  system = await startSystem({ env: { OFFERGRAPH_DEMO: "1", RATE_LIMIT_PER_IP: "0" } });
  // The tests wait for the demo data, because the pages use it.
  await vi.waitFor(async () => expect((await system.read()).demo).toBe("filled"), polling);
  ({ baseUrl, secretKey } = await system.read());
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-docs-"));
});
afterAll(async () => {
  await system?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Replaces the default address and data folder with the values of the tested system. */
async function textOf(page: string): Promise<string> {
  const text = await readFile(path.join(repository, page), "utf8");
  return text.replaceAll("localhost:4000", new URL(baseUrl).host).replaceAll("./.data/", `${system.dataDirectory}/`);
}

/** Runs a command. Returns a description of the first difference, or undefined. */
async function differenceOf(shell: Shell, { command, answer }: PrintedCommand): Promise<string | undefined> {
  const { code, output, errors } = await shell.run(command);
  if (code !== 0) return `ended with ${code}: ${errors}${output}`;
  if (answer?.startsWith("{")) return jsonDifference(answer, output);
  if (answer !== undefined) {
    // Removes the script's name, which npm prints first. Compares only the first three words, because ids and counts differ.
    const own = output.replace(/^(>.*|\s*)\n/gm, "");
    return own.startsWith(answer.split(" ").slice(0, 3).join(" ")) ? undefined : `printed: ${output}`;
  }
  return /"errors":|"userErrors":\[\{/.test(output) ? `answered: ${output}` : undefined;
}

function jsonDifference(answer: string, output: string): string | undefined {
  // An NDJSON response has one JSON value per line.
  const split = (text: string) => text.trim().split(/(?<=\})\s+(?=\{"index)/);
  const [printed, actual] = [split(answer), split(output)];
  if (printed.length !== actual.length) return `answered ${actual.length} lines, the page prints ${printed.length}: ${output}`;
  for (const [index, text] of printed.entries()) {
    const difference = differenceOfShape(JSON.parse(text), JSON.parse(actual[index] ?? ""));
    if (difference !== undefined) return `${difference}: ${output}`;
  }
  return undefined;
}

describe.each(pages)("%s", (page) => {
  it("prints commands that return the printed responses if they run in order", async () => {
    const { commands, skipped } = readPage(await textOf(page));
    expect(skipped, "blocks that are not run").toHaveLength(notRun[page] ?? 0);
    const shell = new Shell(await mkdtemp(path.join(folder, "page-")), { DATA_DIR: system.dataDirectory, npm_config_loglevel: "error" });
    for (const printed of commands) {
      const where = `${page}:${printed.line}\n${printed.command}\n`;
      // Repeats a query until its response matches the page, because services receive events with a delay.
      const mayRepeat = /get_|list_/.test(printed.command) && !printed.command.includes("mutation");
      const check = async () => {
        const fault = await differenceOf(shell, printed);
        if (fault !== undefined) throw new Error(where + fault);
      };
      await (mayRepeat ? vi.waitFor(check, { ...polling, interval: 500 }) : check());
    }
    await shell.stop();
  });

  it("prints valid GraphQL and JSON", async () => {
    const text = await textOf(page);
    const blocks = (language: string) =>
      [...text.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))].map(([, block = ""]) => block);
    for (const block of blocks("json")) expect(() => JSON.parse(block), block).not.toThrow();
    const data = await graphqlClient(baseUrl, secretKey).data<IntrospectionQuery>(getIntrospectionQuery());
    const schema = buildClientSchema(data);
    for (const block of blocks("graphql"))
      for (const operation of parse(block).definitions)
        expect(validate(schema, { kind: "Document" as never, definitions: [operation] }), block).toEqual([]);
  });
});
