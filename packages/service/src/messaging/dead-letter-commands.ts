import { PublicError } from "@offergraph/shared/errors/public-error";
import { type Command, InvalidArgumentError } from "commander";
import type { NatsClient } from "./connection.js";
import { type DeadLetter, deadLetters, replayDeadLetter, showDeadLetter } from "./dead-letters.js";

export interface DeadLetterCli {
  /** Creates a NATS client, which the command closes at the end. */
  connect(): NatsClient;
  /** Prints the text. With the option --json, prints the value as JSON. */
  show(value: unknown, text: string): void;
}

const connectTimeoutMs = 5_000;

/** Adds `events dlq list | show | replay` to a program. Rejects with PublicError NATS_UNAVAILABLE, NOT_FOUND or BAD_USER_INPUT. */
export function addDeadLetterCommands(program: Command, cli: DeadLetterCli): void {
  const events = program.command("events").description("manage the events that services exchange");
  const letters = events.command("dlq").description("manage dead letters (events that a consumer failed to process)");

  letters
    .command("list")
    .description("list dead letters, oldest first")
    .option("--consumer <service/name>", "list only dead letters of this consumer")
    .option("--limit <number>", "maximum number of dead letters", wholeNumber, 100)
    .action(async ({ consumer, limit }: { consumer?: string; limit: number }) => {
      const found = await withNats(cli, async (connection) => {
        const list: DeadLetter[] = [];
        for await (const letter of deadLetters(connection, consumer)) if (list.push(letter) >= limit) break;
        return list;
      });
      cli.show(found, found.length > 0 ? found.map(line).join("\n") : "There are no dead letters.");
    });

  letters
    .command("show")
    .description("show a dead letter with its event")
    .argument("<id>", "id of the dead letter (see `events dlq list`)", wholeNumber)
    .action(async (id: number) => {
      const letter = await withNats(cli, (connection) => showDeadLetter(connection, id));
      cli.show(letter, `${line(letter)}\n${typeof letter.event === "string" ? letter.event : JSON.stringify(letter.event, undefined, 2)}`);
    });

  letters
    .command("replay")
    .description("republish dead letters; only the consumer that failed to process an event receives the event again")
    .argument("[ids...]", "ids of the dead letters", (text: string, before: number[] = []) => [...before, wholeNumber(text)])
    .option("--all", "replay all dead letters, oldest first")
    .option("--consumer <service/name>", "with --all, replay only dead letters of this consumer")
    .action(async (ids: number[], { all, consumer }: { all?: boolean; consumer?: string }) => {
      if (ids.length > 0 === (all === true)) throw new PublicError("BAD_USER_INPUT", "Pass the ids of dead letters, or --all.");
      const replayed = await withNats(cli, async (connection) => {
        const wanted = [...ids];
        if (all) for await (const { id } of deadLetters(connection, consumer)) wanted.push(id);
        for (const id of wanted) await replayDeadLetter(connection, id);
        return wanted;
      });
      cli.show({ replayed }, `Replayed: ${replayed.join(", ") || "none"}.`);
    });
}

function line({ id, diedAt, consumer, subject, eventId, attempts, error }: DeadLetter): string {
  return `${id}  ${diedAt}  ${consumer}  ${subject}  ${eventId ?? "(no event id)"}  after ${attempts} attempts: ${error}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("The value must be a whole number above 0.");
  return Number(text);
}

async function withNats<Result>(
  cli: DeadLetterCli,
  work: (connection: Awaited<ReturnType<NatsClient["waitForConnection"]>>["connection"]) => Promise<Result>,
) {
  const link = cli.connect();
  try {
    const { connection } = await link.waitForConnection(AbortSignal.timeout(connectTimeoutMs)).catch(() => {
      throw new PublicError("NATS_UNAVAILABLE", "Cannot connect to NATS. Check that NATS is running and that NATS_URL is correct.");
    });
    return await work(connection);
  } finally {
    await link.close();
  }
}
