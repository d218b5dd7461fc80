import type { GetPromptResult, Prompt } from "@modelcontextprotocol/sdk/types.js";
import { allows } from "@offergraph/shared/access/principal";
import { fillPrompt, type PromptDefinition } from "@offergraph/shared/schema/manifest";
import { invalidParams, quoted } from "./errors.js";
import type { ServerContext } from "./server.js";

const dayMs = 86_400_000;

/** Returns the prompts whose tools are all allowed by the API key's level and the URL's filter. */
export function prompts(context: ServerContext): Prompt[] {
  return context.manifests.prompts.filter((prompt) => missingTools(prompt, context).length === 0).map(definitionOf);
}

/** Returns the text of a prompt with the arguments filled in. Throws RpcError -32602 for an unlisted prompt or invalid arguments. */
export function findPrompt(name: string, args: Record<string, string>, context: ServerContext): GetPromptResult {
  const prompt = context.manifests.prompts.find((one) => one.name === name);
  const known = prompts(context).map((one) => one.name);
  if (!prompt) throw invalidParams(`Unknown prompt ${quoted(name)}; available: ${known.join(", ") || "none"}.`);
  const missing = missingTools(prompt, context);
  if (missing.length > 0)
    throw invalidParams(`The prompt ${name} needs tools that are not available for this key and URL: ${missing.join(", ")}.`);
  checkArguments(prompt, args);
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text: textOf(prompt, args, context.now) } }],
  };
}

function definitionOf({ name, title, description, arguments: taken }: PromptDefinition): Prompt {
  const described = taken.map((one) => ({ name: one.name, description: one.description, ...(one.required && { required: true }) }));
  return { name, title, description, arguments: described };
}

function missingTools({ tools }: PromptDefinition, { tools: { all }, filter, caller }: ServerContext): string[] {
  return tools.filter((name) => {
    const tool = all.get(name);
    return !tool || !filter.allows(tool) || !allows(caller.level, tool.level);
  });
}

function checkArguments({ name: prompt, arguments: taken }: PromptDefinition, args: Record<string, string>): void {
  const names = taken.map(({ name }) => name);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidParams(`The prompt ${prompt} has no argument ${quoted(unknown)}; allowed: ${names.join(", ")}.`);
  const absent = taken.filter(({ name, required }) => required && !args[name]?.trim()).map(({ name }) => name);
  if (absent.length > 0)
    throw invalidParams(`The prompt ${prompt} requires ${absent.join(" and ")}; its arguments are ${names.join(", ")}.`);
}

function textOf({ arguments: taken, text }: PromptDefinition, args: Record<string, string>, now: Date): string {
  return fillPrompt(text, (name) => {
    const argument = taken.find((one) => one.name === name);
    // A blank argument counts as missing, because MCP clients send "" for an input field that the user left empty.
    const value = args[name]?.trim() ? args[name] : argument?.default;
    if (!argument || value === undefined) return argument?.absent ?? "";
    const shown = JSON.stringify(argument.daysAgo ? daysAgo(argument.name, value, argument.daysAgo, now) : value);
    return argument.present ? fillPrompt(argument.present, () => shown) : shown;
  });
}

function daysAgo(name: string, value: string, { minimum, maximum }: { minimum: number; maximum: number }, now: Date): Date {
  const days = /^\d+$/.test(value) && value.length <= String(maximum).length ? Number(value) : Number.NaN;
  if (!(days >= minimum && days <= maximum)) throw invalidParams(`${name} must be a whole number from ${minimum} to ${maximum}.`);
  return new Date(now.getTime() - days * dayMs);
}
