import { startService } from "@offergraph/service/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import { service } from "../service.js";

/** A replica in a separate process, for tests that kill it. Each message advances the clock by the number that it contains. */
const clock = new ManualClock(process.env.NOW ?? "");
await startService(service, process.env, clock);
process.on("message", (milliseconds: number) => clock.advance(milliseconds));
process.send?.("ready");
