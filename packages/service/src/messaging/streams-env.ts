import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const shape = {
  NATS_URL: serviceEnv.NATS_URL,
  /** Number of servers in the NATS cluster that store each stream. A single server allows only 1. */
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
};

export function readStreamsEnv(source: NodeJS.ProcessEnv) {
  return readEnv(shape, source);
}
