import type { Agent, CallRecord, JobRecord } from "./agent.js";

const maxShown = 150;

/** Returns the calls as text, one per line. */
export function transcriptOf({ jobs, listBytes }: Agent): string {
  const calls = jobs.flatMap((job) => job.calls);
  const wrong = calls.filter(({ isWrongTurn }) => isWrongTurn).length;
  return [
    `The list of tools has ${listBytes} bytes. The ${jobs.length} jobs have ${calls.length} calls and ${wrong} wrong turns.`,
    ...jobs.flatMap((job, index) => [`${index + 1}. ${job.task}: ${totalsOf(job)}`, ...job.calls.map(lineOf)]),
    "",
  ].join("\n");
}

export const bytesOf = ({ calls }: JobRecord): number => calls.reduce((sum, { bytes }) => sum + bytes, 0);

function totalsOf(job: JobRecord): string {
  const text = job.calls.reduce((sum, { textBytes }) => sum + textBytes, 0);
  return `${job.calls.length} calls, ${bytesOf(job)} bytes (${text} bytes of text)`;
}

function lineOf({ tool, args, bytes, textBytes, isWrongTurn }: CallRecord): string {
  const shown = args.length > maxShown ? `${args.slice(0, maxShown)}…` : args;
  return `   ${String(bytes).padStart(6)} ${String(textBytes).padStart(6)} ${isWrongTurn ? "wrong turn: " : ""}${tool} ${shown}`;
}
