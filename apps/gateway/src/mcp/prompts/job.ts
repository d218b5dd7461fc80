import type { Prompt } from "@modelcontextprotocol/sdk/types.js";

/** An MCP prompt and the tools that it uses. */
export interface Job {
  readonly prompt: Prompt & { arguments: NonNullable<Prompt["arguments"]> };
  /** Every tool that the text names. The prompt is listed only if all of them are. */
  readonly tools: readonly string[];
  /** Returns the prompt's text. Throws InvalidArgument. */
  text(args: Readonly<Record<string, string>>, now: Date): string;
}

/** Invalid value of a prompt argument. */
export class InvalidArgument extends Error {}
