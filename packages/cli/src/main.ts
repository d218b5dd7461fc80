import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { onStopRequest } from "@offergraph/shared/cli/stop-request";
import { runCli } from "./program.js";
import type { Terminal } from "./terminal.js";

const { stdin, stdout, stderr, env, argv } = process;
const stop = onStopRequest();
let hasProgress = false;

const terminal: Terminal = {
  out: (line) => stdout.write(`${line}\n`),
  error: (line) => stderr.write(`${line}\n`),
  progress(line) {
    if (!stderr.isTTY || (line === "" && !hasProgress)) return;
    stderr.write(`\r\u001b[K${line}`);
    hasProgress = line !== "";
  },
  isInteractive: stdout.isTTY === true,
  columns: stdout.columns || 120,
  environment: env,
  ask,
  readAll: () => text(stdin),
  pauseMs: 1_000,
  stop: stop.signal,
};

/** Reads a line. If `isSecret` is true, does not show the typed characters. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  stderr.write(stdin.isTTY ? question : "");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: isSecret ? silent : stderr, terminal: stdin.isTTY === true });
  // In readline's raw mode, Ctrl-C sends no SIGINT.
  reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  stop.signal.addEventListener("abort", () => reader.close(), { once: true });
  const line = await Promise.race([new Promise<string>((resolve) => reader.once("line", resolve)), ended]);
  reader.close();
  if (isSecret && stdin.isTTY) stderr.write("\n");
  stop.signal.throwIfAborted();
  return line;
}

// A reader such as `head` may close the pipe early.
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

void runCli(argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
  stop.dispose();
  // Without `unref`, an open pipe on standard input would keep the process alive.
  if (!stdin.isTTY) stdin.unref?.();
});
