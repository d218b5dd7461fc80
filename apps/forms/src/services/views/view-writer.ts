import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask } from "@offergraph/service/subgraph/run";
import { addFormViews } from "../../db/form-views.js";
import type { FormsDeps } from "../../deps.js";

const writeEveryMs = 1_000;
const maxStopMs = 5_000;

type WriterDeps = Pick<FormsDeps, "views" | "database" | "clock" | "log">;

/**
 * Writes the counted views to the database every second and when the service stops. Each statement writes one workspace. Two workspaces can
 * be written at the same time, so that one lock does not delay all workspaces.
 */
export function startViewWriter({ views, database, clock, log }: WriterDeps): BackgroundTask {
  async function write(workspaceId: string): Promise<boolean> {
    const taken = views.take(workspaceId);
    try {
      if (taken.length > 0) await addFormViews(database.autocommit({ workspaceId, now: clock.now() }), taken);
    } catch (error) {
      for (const one of taken) views.add(workspaceId, one);
      throw error;
    }
    return false;
  }
  async function findWorkspaces(): Promise<string[]> {
    const dropped = views.takeDropped();
    if (dropped > 0) log.warn({ views: dropped }, "some views were not counted because the memory for unwritten views is full");
    return views.workspaces();
  }
  const poller = startJobPoller({
    name: "write form views",
    findWorkspacesWithWork: findWorkspaces,
    work: write,
    log,
    pollMs: writeEveryMs,
    concurrency: 2,
  });
  return {
    async stop() {
      await poller.stop();
      const end = performance.now() + maxStopMs;
      for (const workspaceId of views.workspaces()) if (performance.now() < end) await write(workspaceId).catch(() => undefined);
      const lost = views.workspaces().length;
      if (lost > 0) log.warn({ workspaces: lost }, "could not write all form views before the service stopped");
    },
  };
}
