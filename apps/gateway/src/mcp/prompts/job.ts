import type { Prompt } from "@modelcontextprotocol/sdk/types.js";

/** A job for an agent: which tools it takes, and how to go about it. */
export interface Job {
  readonly prompt: Prompt & { arguments: NonNullable<Prompt["arguments"]> };
  /** Every tool that the text names; without one of them the job cannot be done. */
  readonly tools: readonly string[];
  /** What the agent is told. Throws InvalidArgument. */
  text(args: Readonly<Record<string, string>>, now: Date): string;
}

/** A value that an argument of a prompt does not take. */
export class InvalidArgument extends Error {}
