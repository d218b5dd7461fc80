import { responses } from "./answers.js";
import { discounts } from "./discounts.js";
import { end } from "./end.js";
import { forms } from "./forms.js";
import { incentives } from "./incentives.js";
import { orders } from "./orders.js";
import { placements } from "./placements.js";
import type { Step } from "./step.js";
import { stores } from "./stores.js";

/** One workspace's story up to where it has some of everything: codes, forms, incentives, answers, grants, orders. */
export const untilItIsFull: readonly Step[] = [...discounts, ...stores, ...forms, ...placements, ...incentives, ...responses, ...orders];

/** The whole story: every operation at least once. */
export const story: readonly Step[] = [...untilItIsFull, ...end];
