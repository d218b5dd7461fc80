import { createLogger } from "@offergraph/shared/log/logger";
import { collectGarbageLater } from "@offergraph/shared/process/heap-growth";
import { startWatchdog } from "@offergraph/shared/process/watchdog";
import { gatewayEnv } from "./env.js";
import { startGateway } from "./server.js";

collectGarbageLater();
const env = gatewayEnv(process.env);
const log = createLogger("gateway", env.LOG_LEVEL);
startWatchdog({ service: "gateway", silenceSeconds: env.EVENT_LOOP_TIMEOUT_SECONDS });
const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort());

try {
  const gateway = await startGateway({ env, log, signal: stopping.signal });
  const stop = async () => {
    await gateway.stop();
    log.info("stopped");
    process.exit(0);
  };
  if (stopping.signal.aborted) await stop();
  else stopping.signal.addEventListener("abort", () => void stop());
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  log.fatal({ err: error }, "Gateway failed to start");
  process.exit(1);
}
