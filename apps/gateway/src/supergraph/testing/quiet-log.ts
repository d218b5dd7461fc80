import { createLogger } from "@offergraph/shared/log/logger";

export const quietLog = createLogger("test", "silent");
