import { discounts } from "./discounts.js";
import { forms } from "./forms.js";
import { incentives } from "./incentives.js";
import { orders } from "./orders.js";
import { workspace } from "./workspace.js";

/** Parts of a service's public schema that contract.graphql does not contain. */
export interface Additions {
  operations: readonly string[];
  /** Additional arguments of the contract's operations, for example { get_discount: ["verbose: Boolean = false"] }. */
  arguments?: Readonly<Record<string, readonly string[]>>;
  /** Additional optional fields of the contract's input types. */
  inputFields?: Readonly<Record<string, readonly string[]>>;
  /** Additional values of the contract's enums. */
  enumValues?: Readonly<Record<string, readonly string[]>>;
}

export const additions: readonly Additions[] = [discounts, forms, incentives, orders, workspace];
export const addedOperations: readonly string[] = additions.flatMap(({ operations }) => operations);
