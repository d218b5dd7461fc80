import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./private-files.js";

const keptSchema = z.object({
  workspaceId: z.string().optional(),
  secretKey: z.string().optional(),
  publishableKey: z.string().optional(),
  seeded: z.array(z.string()).default([]),
});
type Kept = z.infer<typeof keptSchema>;

/** The demo workspace. */
export interface Demo {
  workspaceId: string;
  secretKey: string;
  publishableKey: string;
  /** True if this run created the API keys and may print them. */
  isNew: boolean;
  /** Loads the missing demo data. Undefined if the demo data is complete. */
  fill: (() => Promise<unknown>) | undefined;
}

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "demo.json");

function kept(dataDirectory: string): Kept {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { seeded: [] };
    throw new Error(`${fileIn(dataDirectory)} is not valid. Remove the file to create a new demo workspace.`, { cause: error });
  }
}

export interface DemoSteps {
  createWorkspace(): Promise<Pick<Demo, "workspaceId" | "secretKey" | "publishableKey">>;
  seed: ReadonlyMap<string, DemoSeed>;
}

interface DemoSeed {
  after: readonly string[];
  make(workspaceId: string): Promise<unknown>;
}

/**
 * Creates the demo workspace with an owner and API keys, if necessary. Records each finished step in DATA_DIR/demo.json, so that the next
 * run can continue.
 */
export async function ensureDemo(dataDirectory: string, steps: DemoSteps): Promise<Demo> {
  let state = kept(dataDirectory);
  const keep = (more: Partial<Kept>) => {
    state = { ...state, ...more };
    writePrivately(fileIn(dataDirectory), `${JSON.stringify(state, null, 2)}\n`);
  };
  const { workspaceId, secretKey, publishableKey } = state;
  const known = workspaceId && secretKey && publishableKey ? { workspaceId, secretKey, publishableKey } : undefined;
  const demo = known ?? (await steps.createWorkspace());
  if (!known) keep(demo);
  const making = new Map<string, Promise<void>>();
  const make = (app: string): Promise<void> => {
    const seed = steps.seed.get(app);
    if (!seed || state.seeded.includes(app)) return Promise.resolve();
    const made =
      making.get(app) ??
      Promise.all(seed.after.map(make))
        .then(() => seed.make(demo.workspaceId))
        .then(() => keep({ seeded: [...state.seeded, app] }));
    making.set(app, made);
    return made;
  };
  const missing = [...steps.seed.keys()].filter((app) => !state.seeded.includes(app));
  const fill = missing.length > 0 ? () => Promise.all(missing.map(make)) : undefined;
  return { ...demo, isNew: !known, fill };
}
