import { startService } from "@offergraph/service/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import { service } from "../service.js";

/** Replica in a separate process, which tests can kill. Each message is a number of milliseconds, by which the clock advances. */
const clock = new ManualClock(process.env.NOW ?? "");
await startService(service, process.env, clock);
process.on("message", (milliseconds: number) => clock.advance(milliseconds));
process.send?.("ready");
