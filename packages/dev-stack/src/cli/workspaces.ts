import path from "node:path";
import { isUuid } from "@offergraph/shared/schema/formats";
import { execa } from "execa";
import type { App } from "../supervisor/apps.js";

const option = "--workspace";

/**
 * Returns the workspace ids in the options `--workspace` of a command. Without `--workspace`, returns the id in `OFFERGRAPH_WORKSPACE`.
 * Omits values that are not UUIDs.
 */
export function givenWorkspaces(words: readonly string[], { OFFERGRAPH_WORKSPACE }: NodeJS.ProcessEnv): string[] {
  const named = words.flatMap((word, position) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option ? words.slice(position + 1, position + 2) : [];
  });
  const given = named.length > 0 ? named : [OFFERGRAPH_WORKSPACE ?? ""];
  return given.filter(isUuid).map((id) => id.toLowerCase());
}

/** Throws an Error if the workspace does not exist. */
export async function requireWorkspace(workspace: App, databaseUrl: string, workspaceId: string): Promise<void> {
  const words = [path.join(workspace.directory, "dist/admin.js"), "workspace", "show", workspaceId];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { exitCode, stderr } = await execa(process.execPath, words, { env, stdin: "ignore", reject: false });
  if (exitCode !== 0) throw new Error(stderr || `Cannot check the workspace ${workspaceId}: the command failed without output.`);
}
