import type { Violations } from "@offergraph/shared/errors/user-error";
import { channelOfPlacement } from "../domain/channels.js";
import { isSignedBy } from "../secrets/customer-signature.js";
import type { GivenCustomer } from "./body.js";
import type { Collecting } from "./collecting.js";
import { openSecrets, type Signing } from "./open-secrets.js";

/** True if a secret of the placement signed the customer's reference. Adds a violation for a signature that does not match. */
export async function verifyCustomer(
  collecting: Collecting,
  signing: Signing,
  customer: GivenCustomer | null | undefined,
  violations: Violations,
): Promise<boolean> {
  const { ref, signature } = customer ?? {};
  if (ref === undefined || signature == null) return false;
  const secrets = await openSecrets(collecting, signing);
  if (isSignedBy(secrets, ref, signature)) return true;
  violations.add(
    ["customer", "signature"],
    "INVALID",
    secrets.length > 0
      ? "The signature does not match ref: sign ref, trimmed and in lower case, with this placement's secret (HMAC-SHA256, hexadecimal)."
      : "This placement has no secret to check the signature with: create one with rotate_form_placement_secret, or leave signature out.",
  );
  return false;
}

/** True if customers that come through this placement should be signed: it is on the Website and has a secret. */
export function expectsVerification(placement: { workspaceId: string; channelId: string; hasSecret: boolean }): boolean {
  return placement.hasSecret && channelOfPlacement(placement).surface === "WEBSITE";
}
