import { runService } from "@offergraph/service/subgraph/run";
import { service } from "./service.js";

await runService(service);
