import { setFlagsFromString } from "node:v8";
import { runService } from "@offergraph/service/subgraph/run";
import { service } from "./service.js";

// Limits V8's heap growth to a third above live data; long ingest streams otherwise let it grow to several times that.
setFlagsFromString("--heap-growing-percent=30");
await runService(service);
