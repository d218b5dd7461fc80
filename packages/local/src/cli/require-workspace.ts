import path from "node:path";
import { execa } from "execa";
import type { App } from "../supervisor/apps.js";

/**
 * Throws an Error in the gateway's own words when it has no such workspace. The workspaces are the gateway's: another app's database
 * takes rows for any id, where nobody would ever see them.
 */
export async function requireWorkspace(gateway: App, databaseUrl: string, workspaceId: string): Promise<void> {
  const words = [path.join(gateway.directory, "dist/admin.js"), "workspace", "show", workspaceId];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { exitCode, stderr } = await execa(process.execPath, words, { env, stdin: "ignore", reject: false });
  if (exitCode !== 0) throw new Error(stderr || `The gateway could not be asked for the workspace ${workspaceId}.`);
}
