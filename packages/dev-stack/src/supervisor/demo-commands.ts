import { z } from "zod";
import { type App, workspace } from "./apps.js";
import type { DemoSteps } from "./demo.js";

const workspaceSchema = z.object({ workspaceId: z.string() });
const memberSchema = z.object({ memberId: z.string() });
const keySchema = z.object({ key: z.string() });

/** Returns the admin commands that create the demo workspace. `run` runs an admin command, and returns its JSON. */
export function commandsOf(
  apps: readonly App[],
  run: (app: App, words: readonly string[], workspaceId?: string) => Promise<unknown>,
  withData: boolean,
): DemoSteps {
  const keys = apps.find((app) => app.name === workspace);
  if (!keys) throw new Error("Invariant violated: no app named workspace in apps/.");
  const seeded = withData ? apps.filter((app) => app.hasDemo) : [];
  return {
    createWorkspace: async () => workspaceSchema.parse(await run(keys, ["workspace", "create", "--name", "Demo"])).workspaceId,
    addOwner: async (workspaceId) =>
      memberSchema.parse(await run(keys, ["member", "add", "--workspace", workspaceId, "--role", "owner"])).memberId,
    createKey: async (kind, workspaceId, memberId) => {
      const level = kind === "secret" ? "ADMIN" : "READ";
      const words = ["key", "create", "--workspace", workspaceId, "--kind", kind, "--level", level, "--member", memberId];
      return keySchema.parse(await run(keys, words)).key;
    },
    seed: new Map(seeded.map((app) => [app.name, { after: app.demoAfter, make: (workspaceId) => run(app, ["demo"], workspaceId) }])),
  };
}
