import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormsDeps } from "../../deps.js";
import { channelOfPlacement } from "../../domain/channels.js";
import type { GivenCustomer } from "../../domain/collect-body.js";
import { isSignedBy } from "../secrets/customer-signature.js";
import { openSecrets, type Signing } from "../secrets/placement-secrets.js";

/** Returns true if the customer reference is signed with a secret of the placement. Adds a violation if the signature does not match. */
export async function verifyCustomer(
  deps: FormsDeps,
  signing: Signing,
  customer: GivenCustomer | null | undefined,
  violations: Violations,
): Promise<boolean> {
  const { ref, signature } = customer ?? {};
  if (ref === undefined || signature == null) return false;
  const secrets = await openSecrets(deps, signing);
  if (isSignedBy(secrets, ref, signature)) return true;
  violations.add(
    ["customer", "signature"],
    "INVALID",
    secrets.length > 0
      ? "The signature does not match ref. Sign ref, trimmed and in lowercase, with this placement's secret (HMAC-SHA256, hexadecimal)."
      : "This placement has no secret to verify the signature. Create one with rotate_form_placement_secret, or omit signature.",
  );
  return false;
}

/** Returns true if the placement is on WEBSITE and has a secret, so that customers should be signed. */
export function expectsVerification(placement: { workspaceId: string; channelId: string; hasSecret: boolean }): boolean {
  return placement.hasSecret && channelOfPlacement(placement).surface === "WEBSITE";
}
