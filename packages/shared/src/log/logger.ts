import { type Logger as PinoLogger, pino } from "pino";

export type Logger = PinoLogger;

const secrets = ["authorization", "x-api-key", "cookie", "password", "key", "secret", "connectionString"];

/**
 * Creates a logger that writes JSON lines to standard output and hides secrets by key. Log each error once, in the code that handles the
 * error.
 */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: "[secret]" },
  });
}
