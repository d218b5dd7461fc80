import { setFlagsFromString } from "node:v8";
import { runService } from "@offergraph/service/subgraph/run";
import { service } from "./service.js";

// Limits the growth of V8's heap to about a third above the live data. By default, long streams cause the heap to grow to several times the
// live data.
setFlagsFromString("--heap-growing-percent=30");
await runService(service);
