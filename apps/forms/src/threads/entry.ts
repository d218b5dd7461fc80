import { fileURLToPath } from "node:url";

/** What a thread is started with, whoever starts it. */
export interface Entry {
  filename: string;
  execArgv: string[];
  workerData: unknown;
}

const fromSource = fileURLToPath(new URL("./from-source.mjs", import.meta.url));

/** How a thread of the module at `url`, named as it is once built (.js), is started: as built, or from the source in development and tests. */
export function entryOf(url: URL): Entry {
  // A thread takes over no loader from its process: the source needs its own.
  if (import.meta.url.endsWith(".js")) return { filename: fileURLToPath(url), execArgv: [], workerData: undefined };
  return { filename: fromSource, execArgv: ["--conditions=source"], workerData: url.href.replace(/\.js$/, ".ts") };
}
