import { setFlagsFromString } from "node:v8";
import { runService } from "@offergraph/service/subgraph/run";
import { service } from "./service.js";

// Limits V8's heap to about a third above the live data. By default, the heap grows to several times the live data during long streams.
setFlagsFromString("--heap-growing-percent=30");
await runService(service);
