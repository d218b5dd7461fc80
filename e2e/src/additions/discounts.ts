import type { Additions } from "./additions.js";

export const discounts: Additions = { operations: [] };
