import { mainStage, type Remaining, type Result } from "./result.js";

const maxLagMs = 10;
const maxCpu = 0.8;

/** Returns warnings about the result, for example about rate-limited requests. */
export function notesOf({ stages, highestRate, connections }: Pick<Result, "stages" | "highestRate" | "connections">): string[] {
  const main = mainStage({ stages, highestRate });
  if (!main) return [];
  const notes = [];
  const limited = stages.reduce((sum, { total }) => sum + total.limited, 0);
  if (limited > 0) notes.push(...limitNotes(limited, stages.find(({ limitMessage }) => limitMessage)?.limitMessage));
  const { lagP99, cpu } = main.generator;
  if (lagP99 > maxLagMs)
    notes.push(
      `The generator sent 1 % of the requests ${lagP99.toFixed(0)} ms late or later. Latencies contain this delay. Use a faster machine.`,
    );
  if (cpu > maxCpu)
    notes.push(
      `The generator used ${(cpu * 100).toFixed(0)} % of a CPU core and may be the bottleneck. Run several generators at lower rates.`,
    );
  if (main.maxInFlight > connections)
    notes.push(
      `Up to ${main.maxInFlight} requests were waiting for a response, but at most ${connections} connections were open. The waiting time counts as latency. If clients in production open more connections, increase --connections.`,
    );
  if (stages.some(({ total }) => total.failures.NOT_SENT))
    notes.push("The run stopped sending, because 20000 requests had no response. The server cannot process this rate.");
  return notes;
}

function limitNotes(limited: number, message = "Too many requests."): string[] {
  const isAddress = message.includes("network address");
  const setting = isAddress
    ? "RATE_LIMIT_PER_IP limits all requests from one address. Several keys do not raise this limit."
    : "RATE_LIMIT_PER_KEY, or the limit that is stored with the key, limits the requests of each key. Several keys (--key) raise the total.";
  return [
    `${limited} responses have the status 429. A rate limit rejected these requests, so the result does not show the capacity of the service. First message: "${message}" ${setting} The operator can raise or turn off both limits (docs/gateway-settings.md). The latencies do not include these responses, but the thresholds count them as errors.`,
  ];
}

/** Says which records remain after a failed cleanup, and how to delete them. */
export function describeRemaining({ prefix, cause }: Remaining): string {
  const end = /[.!?]$/.test(cause) ? "" : ".";
  return `The cleanup failed, so discount codes that start with ${prefix} may remain in the workspace. Delete them: read their ids with list_discount_codes(filter: { code: { includesInsensitive: "${prefix}" } }), and pass the ids to bulk_delete_discount_codes. Cause: ${cause}${end}`;
}
