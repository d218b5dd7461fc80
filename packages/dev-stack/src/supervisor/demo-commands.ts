import { z } from "zod";
import { type App, workspace } from "./apps.js";
import type { DemoSteps } from "./demo.js";

const createdSchema = z.object({ workspaceId: z.string(), secretKey: z.string(), publishableKey: z.string() });

/** Returns the admin commands that create the demo workspace. `run` runs an admin command, and returns its JSON. */
export function commandsOf(
  apps: readonly App[],
  run: (app: App, words: readonly string[], workspaceId?: string) => Promise<unknown>,
  withData: boolean,
): DemoSteps {
  const owner = apps.find((app) => app.name === workspace);
  if (!owner) throw new Error("Invariant violated: no app named workspace in apps/.");
  const seeded = withData ? apps.filter((app) => app.hasDemo) : [];
  return {
    createWorkspace: async () => createdSchema.parse(await run(owner, ["workspace", "create", "--name", "Demo", "--with-keys"])),
    seed: new Map(seeded.map((app) => [app.name, { after: app.demoAfter, make: (workspaceId) => run(app, ["demo"], workspaceId) }])),
  };
}
