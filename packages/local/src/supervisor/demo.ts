import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writePrivately } from "./write-file.js";

const keptSchema = z.object({
  workspaceId: z.string().optional(),
  memberId: z.string().optional(),
  secretKey: z.string().optional(),
  publishableKey: z.string().optional(),
  seeded: z.array(z.string()).default([]),
});
type Kept = z.infer<typeof keptSchema>;

/** The workspace that commands and the first curl use. */
export interface Demo {
  workspaceId: string;
  secretKey: string;
  publishableKey: string;
  /** Whether the keys were made just now, and may be shown. */
  isNew: boolean;
  /** Makes the data that is still missing. Undefined where none is. */
  fill: (() => Promise<void>) | undefined;
}

const fileIn = (dataDirectory: string) => path.join(dataDirectory, "demo.json");

function kept(dataDirectory: string): Kept {
  try {
    return keptSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { seeded: [] };
    throw new Error(`${fileIn(dataDirectory)} is not readable as it should be. Remove it to have a new demo workspace made.`, {
      cause: error,
    });
  }
}

export interface DemoSteps {
  createWorkspace(): Promise<string>;
  addOwner(workspaceId: string): Promise<string>;
  createKey(kind: "secret" | "publishable", workspaceId: string, memberId: string): Promise<string>;
  /** Apps that have demo data. */
  seed: ReadonlyMap<string, DemoSeed>;
}

interface DemoSeed {
  /** Apps whose data it refers to: it is made when theirs is. */
  after: readonly string[];
  make(workspaceId: string): Promise<void>;
}

/**
 * Makes the demo workspace, its owner and keys, once over all runs; `fill` of what it gives makes the data, which takes longer.
 * Every step is written down (DATA_DIR/demo.json, mode 0600) as soon as it is made, so that a run that was killed in between is continued.
 */
export async function ensureDemo(dataDirectory: string, steps: DemoSteps): Promise<Demo> {
  let state = kept(dataDirectory);
  const isNew = state.secretKey === undefined;
  const keep = (more: Partial<Kept>) => {
    state = { ...state, ...more };
    writePrivately(fileIn(dataDirectory), `${JSON.stringify(state, null, 2)}\n`);
  };
  if (!state.workspaceId) keep({ workspaceId: await steps.createWorkspace() });
  const workspaceId = state.workspaceId ?? "";
  if (!state.memberId) keep({ memberId: await steps.addOwner(workspaceId) });
  const memberId = state.memberId ?? "";
  const [secretKey, publishableKey] = await Promise.all([
    state.secretKey ?? steps.createKey("secret", workspaceId, memberId),
    state.publishableKey ?? steps.createKey("publishable", workspaceId, memberId),
  ]);
  keep({ secretKey, publishableKey });
  const making = new Map<string, Promise<void>>();
  const make = (app: string): Promise<void> => {
    const seed = steps.seed.get(app);
    if (!seed || state.seeded.includes(app)) return Promise.resolve();
    const made =
      making.get(app) ??
      Promise.all(seed.after.map(make))
        .then(() => seed.make(workspaceId))
        .then(() => keep({ seeded: [...state.seeded, app] }));
    making.set(app, made);
    return made;
  };
  const missing = [...steps.seed.keys()].filter((app) => !state.seeded.includes(app));
  const fill = async () => {
    await Promise.all(missing.map(make));
  };
  return { workspaceId, secretKey, publishableKey, isNew, fill: missing.length > 0 ? fill : undefined };
}
