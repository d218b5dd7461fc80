import * as discounts from "../../apps/discounts/src/env.js";
import * as forms from "../../apps/forms/src/env.js";
import * as gateway from "../../apps/gateway/src/env.js";
import * as incentives from "../../apps/incentives/src/env.js";
import * as orders from "../../apps/orders/src/env.js";
import * as workspace from "../../apps/workspace/src/env.js";

/** Functions that read the settings of each app. */
export const envReaders: Readonly<Record<string, (source: NodeJS.ProcessEnv) => object>> = {
  gateway: gateway.gatewayEnv,
  discounts: discounts.discountsEnv,
  incentives: incentives.readSettings,
  forms: forms.readSettings,
  orders: orders.readSettings,
  workspace: workspace.readSettings,
};
