import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The folder of the repository. */
export const repository = fileURLToPath(new URL("../../../..", import.meta.url));

const packageSchema = z.object({
  offergraph: z
    .object({
      /**
       * Maps the first word of admin commands, for example "partner", to a description. If several apps use the same first word, the key
       * has two words, for example "import orders".
       */
      commands: z.record(z.string(), z.string()).default({}),
      demo: z.boolean().default(false),
      demoAfter: z.array(z.string()).default([]),
    })
    .default({ commands: {}, demo: false, demoAfter: [] }),
});

export interface App {
  name: string;
  directory: string;
  commands: Record<string, string>;
  hasDemo: boolean;
  demoAfter: string[];
}

/** Returns all apps: the gateway first, then the subgraphs by name. */
export function findApps(folder = path.join(repository, "apps")): App[] {
  const apps = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }): App => {
      const directory = path.join(folder, name);
      const { offergraph } = packageSchema.parse(JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8")));
      return { name, directory, commands: offergraph.commands, hasDemo: offergraph.demo, demoAfter: offergraph.demoAfter };
    });
  const rank = (app: App) => (app.name === gateway ? "" : app.name);
  return apps.sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
}

/** The only app that is not a subgraph. */
export const gateway = "gateway";
/** The app that stores workspaces, members and API keys. */
export const workspace = "workspace";
