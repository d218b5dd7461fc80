import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { CommandError } from "../errors.js";

/** The API key of one workspace, with the URL of its installation. */
export interface Profile {
  url: string;
  key: string;
  workspaceId: string;
  /** The secret for the signatures of `offergraph listen`. */
  listenSecret?: string;
}

export interface Config {
  /** Name of the profile that commands use by default. */
  current: string | null;
  profiles: Record<string, Profile>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function configFile({ XDG_CONFIG_HOME, HOME }: Environment): string {
  return path.join(XDG_CONFIG_HOME || path.join(HOME || homedir(), ".config"), "offergraph", "config.json");
}

export async function readConfig(environment: Environment): Promise<Config> {
  const file = configFile(environment);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new CommandError(`Cannot read ${file}: ${error.message}`);
  });
  if (text === undefined) return { current: null, profiles: {} };
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Config>;
    return { current: current ?? null, profiles: profiles ?? {} };
  } catch {
    throw new CommandError(`${file} is not valid JSON. Correct the file, or delete the file and run: offergraph login`);
  }
}

/** Replaces the file atomically. Only the user can read the file, because it contains keys. */
export async function writeConfig(environment: Environment, config: Config): Promise<void> {
  const file = configFile(environment);
  const draft = `${file}.${process.pid}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
