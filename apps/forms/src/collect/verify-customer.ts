import type { Violations } from "@offergraph/shared/errors/user-error";
import { readSealedSecrets } from "../data/placement-secrets.js";
import { channelOfPlacement } from "../domain/channels.js";
import { isSignedBy } from "../secrets/customer-signature.js";
import type { GivenCustomer } from "./body.js";
import type { Collecting } from "./collecting.js";

interface Signing {
  workspaceId: string;
  /** The placement whose public key the request uses. */
  placementId: string;
  now: Date;
}

/** True if a secret of the placement signed the customer's reference. Adds a violation for a signature that does not match. */
export async function verifyCustomer(
  { readIn, placementSecrets }: Collecting,
  { workspaceId, placementId, now }: Signing,
  customer: GivenCustomer | null | undefined,
  violations: Violations,
): Promise<boolean> {
  const { ref, signature } = customer ?? {};
  if (ref === undefined || signature == null) return false;
  const sealed = await readSealedSecrets(readIn(workspaceId), placementId, now);
  const secrets = sealed.map((one) => placementSecrets.open(placementId, one));
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
