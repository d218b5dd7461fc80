import { startService } from "@offergraph/service/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import { background } from "../background.js";
import { service } from "../service.js";
import { createStores } from "../services/stores/stores.js";
import { withAround } from "./around.js";

/** Kills this process (SIGKILL) after a store's first response, before the service records the response. */
const connectStores: typeof createStores = (settings) =>
  withAround(createStores(settings), async (send) => {
    await send();
    process.kill(process.pid, "SIGKILL");
  });
const dying = { ...service, background: (deps: Parameters<typeof background>[0]) => background(deps, { connectStores }) };
await startService(dying, process.env, new ManualClock(process.env.NOW ?? ""));
