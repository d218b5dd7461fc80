import { ErrorCode, type GetPromptResult, type Prompt } from "@modelcontextprotocol/sdk/types.js";
import { allows } from "@offergraph/shared/access/principal";
import { RpcError } from "../rpc-error.js";
import type { ServerContext } from "../server.js";
import { cleanUpCodes } from "./clean-up-codes.js";
import { InvalidArgument, type Job } from "./job.js";
import { launchFormWithReward } from "./launch-form-with-reward.js";
import { lookIntoHeldGrants } from "./look-into-held-grants.js";

export const jobs: readonly Job[] = [launchFormWithReward, lookIntoHeldGrants, cleanUpCodes];

/** Returns the prompts whose tools are all listed for this key and URL. */
export function prompts(context: ServerContext): Prompt[] {
  return jobs.filter((job) => missingTools(job, context).length === 0).map(({ prompt }) => prompt);
}

/**
 * Returns a prompt with its arguments filled in. Throws RpcError -32602 for an unknown name, for unknown or missing arguments, and if
 * some of its tools are not listed.
 */
export function findPrompt(name: string, args: Record<string, string>, context: ServerContext): GetPromptResult {
  const job = jobs.find(({ prompt }) => prompt.name === name);
  const known = prompts(context).map((prompt) => prompt.name);
  if (!job) throw invalid(`Unknown prompt ${quoted(name)}; available: ${known.join(", ") || "none"}.`);
  const missing = missingTools(job, context);
  if (missing.length > 0) throw invalid(`The prompt ${name} needs tools that are not listed for this key and URL: ${missing.join(", ")}.`);
  checkArguments(job.prompt, args);
  return {
    description: job.prompt.description,
    messages: [{ role: "user", content: { type: "text", text: textOf(job, args, context.now) } }],
  };
}

function missingTools({ tools }: Job, { tools: { all }, listing, caller }: ServerContext): string[] {
  return tools.filter((name) => {
    const tool = all.get(name);
    return !tool || !listing.has(tool) || !allows(caller.level, tool.level);
  });
}

function checkArguments({ name: prompt, arguments: taken }: Job["prompt"], args: Record<string, string>): void {
  const names = taken.map(({ name }) => name);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`The prompt ${prompt} has no argument ${quoted(unknown)}; allowed: ${names.join(", ")}.`);
  const absent = taken.filter(({ name, required }) => required && !args[name]?.trim()).map(({ name }) => name);
  if (absent.length > 0) throw invalid(`The prompt ${prompt} requires ${absent.join(" and ")}; its arguments are ${names.join(", ")}.`);
}

function textOf(job: Job, args: Record<string, string>, now: Date): string {
  // Clients send empty input fields as "".
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value.trim() !== ""));
  try {
    return job.text(given, now);
  } catch (error) {
    if (error instanceof InvalidArgument) throw invalid(error.message);
    throw error;
  }
}

function invalid(message: string): RpcError {
  return new RpcError(ErrorCode.InvalidParams, message);
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
