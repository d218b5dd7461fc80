import { runService } from "@offergraph/shared/subgraph/run";
import { service } from "./service.js";

await runService(service);
