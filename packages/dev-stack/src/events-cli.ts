import { connectNats } from "@offergraph/service/messaging/connection";
import { addDeadLetterCommands } from "@offergraph/service/messaging/dead-letter-commands";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { createLogger } from "@offergraph/shared/log/logger";
import { Command } from "commander";

// The command `events dlq …` manages dead letters. `npm run offergraph -- admin` runs this file.
const isJson = process.argv.includes("--json");
const program = new Command("offergraph")
  .option("--json", "print JSON on one line")
  .showHelpAfterError("(use --help to list commands and options)");

addDeadLetterCommands(program, {
  connect: () => connectNats({ url: process.env.NATS_URL ?? "", name: "admin", log: createLogger("admin", "silent") }),
  show: (value, text) => console.log(isJson ? JSON.stringify(value) : text),
});

try {
  await program.parseAsync(process.argv.filter((word) => word !== "--json"));
} catch (error) {
  console.error(error instanceof PublicError ? error.message : String(error));
  process.exitCode = 1;
}
