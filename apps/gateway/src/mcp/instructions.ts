/** What a model is told before it calls anything. */
export const instructions = "Offergraph keeps forms, incentives, discounts and orders of one workspace.";
