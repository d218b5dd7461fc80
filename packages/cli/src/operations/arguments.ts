import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import type { Tool } from "../api/mcp.js";
import { CommandError } from "../errors.js";
import type { Terminal } from "../terminal.js";
import { type Parameter, parametersOf, positionalOf } from "./parameters.js";
import { addValue } from "./values.js";

export interface GivenOptions {
  json: boolean;
  all: boolean;
  wait?: boolean;
  dryRun?: boolean;
  fields?: string;
  input?: string;
  idempotencyKey?: string;
  profile?: string;
}

export const isMutation = ({ annotations }: Tool): boolean => annotations?.readOnlyHint !== true;
const isList = (parameters: readonly Parameter[]) => parameters.some(({ flag }) => flag === "after");

/** Creates the command that calls an operation. */
export function operationCommand(
  words: string,
  tool: Tool,
  { terminal, canWait }: { terminal: Pick<Terminal, "readAll">; canWait: boolean },
  run: (given: Record<string, unknown>, options: GivenOptions) => Promise<void>,
): Command {
  const parameters = parametersOf(tool);
  const positional = positionalOf(parameters);
  const command = new Command(words).description(tool.description).allowExcessArguments(false);
  const values = new Map<Parameter, unknown>();
  const take = (parameter: Parameter) => (text: string) => {
    values.set(parameter, addValue(parameter, text, values.get(parameter)));
    return values.get(parameter);
  };
  if (positional) command.argument(`[${positional.flag}${positional.isList ? "..." : ""}]`, positional.description, take(positional));
  for (const parameter of parameters) {
    const { flag, kind, isList: isRepeatable, values: allowed, description } = parameter;
    const value = kind === "boolean" ? "[true|false]" : `<${kind === "string" ? "text" : kind}>`;
    const notes = [
      allowed?.join(", ").toLowerCase(),
      isRepeatable && "repeatable",
      parameter.isRequired && parameter !== positional && "required",
    ];
    const shown = [description, notes.filter(Boolean).length > 0 && `(${notes.filter(Boolean).join("; ")})`].filter(Boolean).join(" ");
    const option = new Option(`--${flag} ${value}`, shown).argParser(take(parameter));
    command.addOption(kind === "boolean" ? option.preset("true") : option);
  }
  command.option("--input <file>", "JSON file with the arguments, or - for standard input; options replace values from the file");
  command.option("--fields <paths>", 'fields to return, e.g. "code, partner.name"');
  if (isMutation(tool))
    command.option("--idempotency-key <text>", "idempotency key of an earlier attempt, so that the API applies the operation only once");
  if (isMutation(tool)) command.option("--dry-run", "show what the operation would do, and change nothing", false);
  if (isMutation(tool) && canWait) command.option("--wait", "if the operation starts a job, wait until the job has ended", false);
  if (isList(parameters)) command.option("--all", "read all pages", false);
  command.option("--json", "print JSON", false).option("--profile <name>", "profile to use");
  return command.action(async () => {
    const options = command.opts<GivenOptions>();
    const base = options.input === undefined ? {} : await readInput(options.input, tool, terminal);
    const missing = parameters.filter((one) => one.isRequired && !values.has(one));
    if (options.input === undefined && missing.length > 0)
      throw new CommandError(`Missing options: ${missing.map(({ flag }) => `--${flag}`).join(", ")}. Add --help to list all options.`);
    for (const [{ path, kind }, value] of values) assign(base, path, kind === "file" ? await readText(String(value), terminal) : value);
    await run(withInput(base, tool), { ...options, all: options.all ?? false });
  });
}

/** Reads a file. Reads standard input if `file` is "-". */
async function readText(file: string, { readAll }: Pick<Terminal, "readAll">): Promise<string> {
  return file === "-" ? readAll() : readFile(file, "utf8").catch(() => fail(`Cannot read the file ${file}.`));
}

/** Reads the arguments from a JSON file. If the operation has the argument `input`, the file may contain only the value of `input`. */
async function readInput(file: string, tool: Tool, { readAll }: Pick<Terminal, "readAll">): Promise<Record<string, unknown>> {
  const text = await readText(file, { readAll });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("The input must be a JSON object.");
  const { properties = {} } = tool.inputSchema as { properties?: object };
  const isWhole = !Object.hasOwn(properties, "input") || Object.keys(value).some((name) => Object.hasOwn(properties, name));
  return (isWhole ? value : { input: value }) as Record<string, unknown>;
}

/** Adds an empty `input` if the user set no field of `input`. */
function withInput(given: Record<string, unknown>, { inputSchema }: Tool): Record<string, unknown> {
  const { required = [] } = inputSchema as { required?: string[] };
  return required.includes("input") && given.input === undefined ? { ...given, input: {} } : given;
}

function assign(base: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    base[name] = value;
    return;
  }
  const inner = base[name];
  const next = typeof inner === "object" && inner !== null ? { ...inner } : {};
  base[name] = next;
  assign(next as Record<string, unknown>, rest, value);
}

function fail(message: string): never {
  throw new CommandError(message);
}
