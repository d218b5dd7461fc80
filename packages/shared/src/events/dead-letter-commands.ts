import { type Command, InvalidArgumentError } from "commander";
import { PublicError } from "../errors/public-error.js";
import type { NatsLink } from "./connection.js";
import { type DeadLetter, deadLetters, replayDeadLetter, showDeadLetter } from "./dead-letters.js";

/** What the commands need of the CLI they are part of. */
export interface DeadLetterCli {
  /** Makes the tie to NATS when a command runs; it is closed after. */
  connect(): NatsLink;
  /** Shows a result: the value itself with --json, else the text. */
  show(value: unknown, text: string): void;
}

const connectTimeoutMs = 5_000;

/**
 * Adds `events dlq list | show | replay` to a commander program. The commands reject with PublicError:
 * NATS_UNAVAILABLE when NATS does not answer within 5 s, NOT_FOUND, BAD_USER_INPUT.
 */
export function addDeadLetterCommands(program: Command, cli: DeadLetterCli): void {
  const events = program.command("events").description("events between the services");
  const letters = events.command("dlq").description("events that a consumer could not take");

  letters
    .command("list")
    .description("the dead letters, oldest first")
    .option("--consumer <service/name>", "those of one consumer only")
    .option("--limit <number>", "at most this many", wholeNumber, 100)
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
    .description("one dead letter with its event")
    .argument("<id>", "its number, as `events dlq list` shows it", wholeNumber)
    .action(async (id: number) => {
      const letter = await withNats(cli, (connection) => showDeadLetter(connection, id));
      cli.show(letter, `${line(letter)}\n${typeof letter.event === "string" ? letter.event : JSON.stringify(letter.event, undefined, 2)}`);
    });

  letters
    .command("replay")
    .description("publish dead letters again, each for the consumer that could not take it")
    .argument("[ids...]", "their numbers", (text: string, before: number[] = []) => [...before, wholeNumber(text)])
    .option("--all", "all of them, oldest first")
    .option("--consumer <service/name>", "with --all: those of one consumer")
    .action(async (ids: number[], { all, consumer }: { all?: boolean; consumer?: string }) => {
      if (ids.length > 0 === (all === true)) throw new PublicError("BAD_USER_INPUT", "Give the ids of dead letters, or --all.");
      const replayed = await withNats(cli, async (connection) => {
        const wanted = [...ids];
        if (all) for await (const { id } of deadLetters(connection, consumer)) wanted.push(id);
        for (const id of wanted) await replayDeadLetter(connection, id);
        return wanted;
      });
      cli.show({ replayed }, `Replayed: ${replayed.join(", ") || "none"}.`);
    });
}

function line({ id, diedAt, consumer, subject, eventId, tries, error }: DeadLetter): string {
  return `${id}  ${diedAt}  ${consumer}  ${subject}  ${eventId ?? "(no event id)"}  after ${tries} tries: ${error}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("It has to be a whole number above 0.");
  return Number(text);
}

async function withNats<Result>(
  cli: DeadLetterCli,
  work: (connection: Awaited<ReturnType<NatsLink["connected"]>>["connection"]) => Promise<Result>,
) {
  const link = cli.connect();
  try {
    const { connection } = await link.connected(AbortSignal.timeout(connectTimeoutMs)).catch(() => {
      throw new PublicError("NATS_UNAVAILABLE", "NATS does not answer. Is it running, and is NATS_URL right?");
    });
    return await work(connection);
  } finally {
    await link.close();
  }
}
