import path from "node:path";
import { execa } from "execa";
import type { App } from "../supervisor/apps.js";

/** Throws the gateway's message if the workspace does not exist; only the gateway knows workspaces. */
export async function requireWorkspace(gateway: App, databaseUrl: string, workspaceId: string): Promise<void> {
  const words = [path.join(gateway.directory, "dist/admin.js"), "workspace", "show", workspaceId];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { exitCode, stderr } = await execa(process.execPath, words, { env, stdin: "ignore", reject: false });
  if (exitCode !== 0) throw new Error(stderr || `Cannot check the workspace ${workspaceId}: the gateway command failed without output.`);
}
