import { fileURLToPath } from "node:url";

export interface Entry {
  filename: string;
  execArgv: string[];
  workerData: unknown;
}

const fromSource = fileURLToPath(new URL("./from-source.mjs", import.meta.url));

/** Worker entry for the module at `url` (its built name, .js): the built file, or the TypeScript source in development and tests. */
export function entryOf(url: URL): Entry {
  // Worker threads do not inherit the process's module loader.
  if (import.meta.url.endsWith(".js")) return { filename: fileURLToPath(url), execArgv: [], workerData: undefined };
  return { filename: fromSource, execArgv: ["--conditions=source"], workerData: url.href.replace(/\.js$/, ".ts") };
}
