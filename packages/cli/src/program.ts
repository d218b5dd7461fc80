import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { readAccess } from "./access/access.js";
import { type Api, createApi, type Tool } from "./api/mcp.js";
import { listenCommand } from "./commands/listen.js";
import { accessCommands } from "./commands/login.js";
import { adminHint, replacementOf, schemaHint } from "./commands/old-commands.js";
import { schemaCommand } from "./commands/schema.js";
import { CommandError } from "./errors.js";
import { operationCommand } from "./operations/arguments.js";
import { groups, verbsOf } from "./operations/groups.js";
import { runOperation } from "./operations/run.js";
import { toolSource } from "./operations/tools.js";
import { pageTable } from "./output/table.js";
import type { Terminal } from "./terminal.js";

/** Runs a command and returns the exit code. */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await run(words, terminal);
    return 0;
  } catch (error) {
    terminal.progress("");
    if (error instanceof CommanderError) return error.exitCode;
    if (terminal.stop.aborted) return 130;
    terminal.error(error instanceof Error ? error.message : String(error));
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

async function run(words: readonly string[], terminal: Terminal): Promise<void> {
  const [first = "", second = ""] = words;
  if (first === "admin") throw new CommandError(adminHint);
  if (first === "schema" && second === "check") throw new CommandError(schemaHint);
  const replacement = replacementOf(words);
  if (replacement) throw new CommandError(replacement);
  if (Object.hasOwn(groups, first)) return runGroup(first, second, words.slice(2), terminal);
  if (first === "call") return runCall(second, words.slice(2), terminal);
  await configured(program(terminal), terminal).parseAsync(words, { from: "user" });
}

function program(terminal: Terminal): Command {
  const root = new Command("offergraph").description("Calls the Offergraph API with an API key.").version(packageJson.version);
  for (const command of accessCommands(terminal)) root.addCommand(command);
  root.addCommand(listenCommand(terminal)).addCommand(operationsCommand(terminal)).addCommand(schemaCommand(terminal));
  root.command("call <operation> [options]").description("calls any operation; --help lists the options of the operation");
  for (const [name, { about }] of Object.entries(groups)) root.command(`${name} <verb> [options]`).description(about);
  root.command("admin").description("commands that run on the server and need the databases");
  return root.addHelpText("after", "\nAdd --help to a command to list its options. Omit the verb to list the commands of a group.");
}

/** Commander writes to `terminal`, and throws an error instead of calling `process.exit`. */
function configured(command: Command, terminal: Terminal): Command {
  command
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: (text) => terminal.error(text.trimEnd()) });
  for (const inner of command.commands) configured(inner, terminal);
  return command;
}

interface Connected {
  api: Api;
  tools: Tool[];
}

/**
 * Connects to the API with the selected profile, and lists the operations. If `isThere` rejects the cached list, requests the list from the
 * API.
 */
async function connect(words: readonly string[], terminal: Terminal, isThere: (tools: readonly Tool[]) => boolean): Promise<Connected> {
  const position = words.indexOf("--profile");
  const named = position < 0 ? words.find((word) => word.startsWith("--profile="))?.slice(10) : words[position + 1];
  const access = await readAccess(terminal.environment, named);
  const api = createApi(access, terminal);
  const source = toolSource(api, access, terminal.environment);
  const tools = await source.list();
  return { api, tools: isThere(tools) ? tools : await source.refresh() };
}

async function runGroup(name: string, verb: string, rest: readonly string[], terminal: Terminal): Promise<void> {
  const group = groups[name];
  if (!group) throw new Error(`Invariant violated: no group ${name}.`);
  const { api, tools } = await connect(rest, terminal, (all) => verb.startsWith("-") || verbsOf(group, all).has(verb));
  const verbs = verbsOf(group, tools);
  const tool = verbs.get(verb);
  if (tool) return runTool(`${name} ${verb}`, tool, rest, { api, tools }, terminal);
  const width = Math.max(0, ...[...verbs.keys()].map((one) => one.length));
  const lines = [...verbs].map(([one, { description }]) => `  offergraph ${name} ${one.padEnd(width)}  ${firstSentence(description)}`);
  const list = lines.length > 0 ? lines.join("\n") : "  Your key cannot call any operation of this group.";
  if (verb === "" || verb.startsWith("-")) return terminal.out(`Commands for ${group.about}:\n${list}`);
  throw new CommandError(`Unknown command "${name} ${verb}". Commands that this key may use for ${group.about}:\n${list}`);
}

async function runCall(operation: string, rest: readonly string[], terminal: Terminal): Promise<void> {
  if (operation === "" || operation.startsWith("-"))
    return terminal.out("Usage: offergraph call <operation> [options]\nList operations with: offergraph operations");
  const { api, tools } = await connect(rest, terminal, (all) => all.some(({ name }) => name === operation));
  const tool = tools.find(({ name }) => name === operation);
  if (!tool)
    throw new CommandError(
      `The operation "${operation}" does not exist, or this key may not call it. List operations with: offergraph operations`,
    );
  await runTool(`call ${operation}`, tool, rest, { api, tools }, terminal);
}

async function runTool(words: string, tool: Tool, rest: readonly string[], { api, tools }: Connected, terminal: Terminal): Promise<void> {
  const getJob = tools.find(({ name }) => name === "get_job");
  const command = operationCommand(`offergraph ${words}`, tool, { terminal, canWait: getJob !== undefined }, (given, options) =>
    runOperation(api, tool, { given, options, getJob }, terminal),
  );
  await configured(command, terminal).parseAsync(rest, { from: "user" });
}

function operationsCommand(terminal: Terminal): Command {
  return new Command("operations")
    .description("lists the operations that the key may call")
    .argument("[word]", "lists only operations whose name or description contains this text")
    .option("--json", "print JSON", false)
    .option("--profile <name>", "profile to use")
    .action(async (word: string | undefined, { json, profile }: { json: boolean; profile?: string }) => {
      const access = await readAccess(terminal.environment, profile);
      const tools = await toolSource(createApi(access, terminal), access, terminal.environment).refresh();
      const found = tools.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes((word ?? "").toLowerCase()));
      if (json || !terminal.isInteractive)
        return terminal.out(JSON.stringify(found.map(({ name, description }) => ({ name, description }))));
      terminal.out(
        pageTable(
          found.map(({ name, description }) => ({ name, description: firstSentence(description) })),
          terminal.columns,
        ).text,
      );
    });
}

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
