import { Command, CommanderError } from "commander";
import { schemaCommands } from "./schema.js";
import { usageCommands } from "./usage.js";

export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
  /** Prints the result of a command and sets the exit code. */
  finish(isJson: boolean, output: { json: unknown; text: string; exitCode?: number }): void;
}

/** Runs one admin command of the gateway and returns the exit code. */
export async function runAdmin(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { out, error }: Terminal,
  now = new Date(),
): Promise<number> {
  let code = 0;
  const context: CommandContext = {
    environment,
    now,
    finish(isJson, { json, text, exitCode = 0 }) {
      out(isJson ? JSON.stringify(json) : text);
      code = exitCode;
    },
  };
  const program = new Command("offergraph").description("Commands that check and show the use of the API's schema.");
  program.addCommand(schemaCommands(context)).addCommand(usageCommands(context));
  prepare(program, { out, error });
  try {
    await program.parseAsync(words, { from: "user" });
    return code;
  } catch (thrown) {
    // Commander has already printed its own errors.
    if (thrown instanceof CommanderError) return thrown.exitCode;
    error(thrown instanceof Error ? thrown.message : String(thrown));
    return 2;
  }
}

function prepare(command: Command, { out, error }: Terminal): void {
  command.exitOverride().showHelpAfterError("(use --help to list commands and options)");
  command.configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => error(text.trimEnd()) });
  for (const child of command.commands) prepare(child, { out, error });
}
