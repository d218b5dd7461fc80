import { startService } from "@offergraph/shared/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import { startBackground } from "../background.js";
import { service } from "../service.js";
import { createStores } from "../stores/stores.js";
import { withAround } from "./around.js";

/** A replica in a process of its own that dies by SIGKILL when a store has answered its first message, before that is on record. */
const reachStores: typeof createStores = (settings) =>
  withAround(createStores(settings), async (send) => {
    await send();
    process.kill(process.pid, "SIGKILL");
  });
const dying = { ...service, startBackground: (parts: Parameters<typeof startBackground>[0]) => startBackground(parts, { reachStores }) };
await startService(dying, process.env, new ManualClock(process.env.NOW ?? ""));
