import { createHash } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Access } from "../access/access.js";
import type { Api, Tool } from "../api/mcp.js";

const maxAgeMs = 10 * 60_000;

export interface ToolSource {
  /** Returns the operations that the key may call. Uses the cache file if it is less than ten minutes old. */
  list(): Promise<Tool[]>;
  /** Requests the operations from the API, and writes the operations to the cache file. */
  refresh(): Promise<Tool[]>;
}

/** Lists the operations that the key may call. The name of the cache file contains a hash of URL and key. */
export function toolSource(
  api: Api,
  { url, key }: Pick<Access, "url" | "key">,
  environment: Readonly<Record<string, string | undefined>>,
): ToolSource {
  const folder = path.join(environment.XDG_CACHE_HOME || path.join(environment.HOME || homedir(), ".cache"), "offergraph");
  const name = createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 32);
  const file = path.join(folder, `operations-${name}.json`);
  const refresh = async () => {
    const tools = (await api.listTools()).map(({ name: tool, description, inputSchema, annotations }) => ({
      ...{ name: tool, description, inputSchema },
      ...(annotations && { annotations }),
    }));
    // The command also works without a cache file.
    await mkdir(folder, { recursive: true, mode: 0o700 })
      .then(() => writeFile(file, JSON.stringify(tools), { mode: 0o600 }))
      .catch(() => undefined);
    return tools;
  };
  const list = async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs < maxAgeMs) return JSON.parse(await readFile(file, "utf8")) as Tool[];
    } catch {
      // The cache file is missing or incomplete.
    }
    return refresh();
  };
  return { list, refresh };
}
