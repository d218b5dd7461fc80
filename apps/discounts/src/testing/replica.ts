import { startService } from "@offergraph/service/subgraph/run";
import { ManualClock } from "@offergraph/shared/time/clock";
import { service } from "../service.js";

/** Entry point of a replica's process, which tests can kill. Each message from a test is a number of milliseconds to advance the clock. */
const clock = new ManualClock(process.env.NOW ?? "");
await startService(service, process.env, clock);
process.on("message", (milliseconds: number) => clock.advance(milliseconds));
process.send?.("ready");
