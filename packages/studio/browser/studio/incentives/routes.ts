import type { Route } from "../router.js";
import { IncentiveList } from "./incentive-list.js";
import { IncentivePage } from "./incentive-page.js";

export const incentiveRoutes: readonly Route[] = [{ folder: "incentives", title: "Incentives", List: IncentiveList, Page: IncentivePage }];
