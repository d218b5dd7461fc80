import { validateDiscountCode } from "../../services/codes/validate-code.js";
import type { QueryField } from "../context.js";

export const validate_discount_code: QueryField<"validate_discount_code"> = (_source, given, { read, principal, clock }) =>
  validateDiscountCode(read, principal.workspaceId, {
    ...{ code: given.code, cart: given.cart, customerId: given.customerId ?? null, connectionId: given.connectionId ?? null },
    at: given.at ? new Date(given.at) : clock.now(),
  });
