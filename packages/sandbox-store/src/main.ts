import { createLogger } from "@offergraph/shared/log/logger";
import { readSettings } from "./env.js";
import { startStore } from "./server.js";

const name = "sandbox-store";

try {
  const settings = readSettings(process.env);
  const log = createLogger(name, settings.LOG_LEVEL);
  const running = await startStore(settings, log);
  const end = (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping");
    void running.stop().then(() => process.exit(0));
  };
  process.once("SIGTERM", end).once("SIGINT", end);
  log.info({ url: running.url }, "ready");
} catch (error) {
  createLogger(name, "info").fatal({ err: error }, "Sandbox store failed to start");
  process.exit(1);
}
