import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { openText, sealText } from "@offergraph/shared/access/sealed";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { readSealedSecrets } from "../../db/placements.js";
import type { FormsDeps } from "../../deps.js";
import { signatureFormat } from "../../domain/collect-fields.js";
import { VisitorError } from "../../domain/visitor-error.js";
import type { FormsSettings } from "../../env.js";

export type PlacementSecrets = ReturnType<typeof placementSecrets>;

/** Time for which the previous secret stays valid after rotate_form_placement_secret. */
export const formerSecretMs = 24 * 3_600_000;

export const newPlacementSecret = (): string => `fps_${randomText(48, base62)}`;

/** Encrypts and decrypts placement secrets for storage. */
export function placementSecrets(settings: Pick<FormsSettings, "CONNECTION_SECRET_KEY" | "GATEWAY_SIGNING_KEY">) {
  const key = deriveKey(settings.CONNECTION_SECRET_KEY ?? settings.GATEWAY_SIGNING_KEY, "placement-secret");
  return {
    seal: (placementId: string, secret: string) => sealText(key, placementId, secret),
    /** Throws if the secret was encrypted with another key. */
    open(placementId: string, sealed: string): string {
      const secret = openText(key, placementId, sealed);
      if (secret === undefined)
        throw new Error(
          `Cannot decrypt the secret of placement ${placementId}. Set CONNECTION_SECRET_KEY to the key that encrypted the secret, or create a new secret with rotate_form_placement_secret.`,
        );
      return secret;
    },
  };
}

export interface Signing {
  workspaceId: string;
  placementId: string;
  now: Date;
}

/** Returns the valid decrypted secrets of a placement, the current secret first. */
export async function openSecrets(
  { readerOf, placementSecrets }: Pick<FormsDeps, "readerOf" | "placementSecrets">,
  { workspaceId, placementId, now }: Signing,
): Promise<string[]> {
  const sealed = await readSealedSecrets(readerOf(workspaceId), placementId, now);
  return sealed.map((one) => placementSecrets.open(placementId, one));
}

/** Returns the hexadecimal HMAC-SHA256 of a customer reference, with a placement's secret as the key. */
export function customerSignature(secret: string, customerRef: string): string {
  return hmac(secret, normalCustomerRef(customerRef)).toString("hex");
}

export function isSignedBy(secrets: readonly string[], customerRef: string, signature: string): boolean {
  if (!signatureFormat.test(signature)) return false;
  const given = Buffer.from(signature, "hex");
  return secrets.some((secret) => timingSafeEqual(given, hmac(secret, normalCustomerRef(customerRef))));
}

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8").digest();

const maxAgeSeconds = 5 * 60;
const format = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i;

/** A request that a shop's server may have signed. */
export interface SignedRequest {
  header?: string | undefined;
  method: string;
  path: string;
  body: Buffer | string;
}

/** `time` is the time of the signature, as Unix time in seconds. */
type TimedRequest = SignedRequest & { time: number };

/** Returns the signature header: the time, and the HMAC-SHA256 of time, method, path and body hash. */
export const serverSignature = (secret: string, request: TimedRequest): string =>
  `t=${request.time},v1=${macOf(secret, request).toString("hex")}`;

function macOf(secret: string, { time, method, path, body }: TimedRequest): Buffer {
  const hash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(`${time}.${method}.${path}.${hash}`).digest();
}

/**
 * Returns true if the request is signed with a secret of the placement. Returns false for an unsigned request. Throws if the signature is
 * invalid.
 */
export async function isFromServer(deps: FormsDeps, signing: Signing, request: SignedRequest): Promise<boolean> {
  if (request.header === undefined) return false;
  const [, seconds, mac = ""] = format.exec(request.header.trim()) ?? [];
  const time = Number(seconds);
  if (mac === "" || Math.abs(signing.now.getTime() / 1000 - time) > maxAgeSeconds)
    throw invalid(
      "Use the format t=<Unix time in seconds>,v1=<64 hexadecimal digits>. The time must be within 5 minutes of the current time.",
    );
  const given = Buffer.from(mac, "hex");
  const secrets = await openSecrets(deps, signing);
  if (secrets.some((secret) => timingSafeEqual(given, macOf(secret, { ...request, time })))) return true;
  throw invalid(
    "Set v1 to the hexadecimal HMAC-SHA256 of <t>.<method>.<path>.<hexadecimal SHA-256 of the body>, with this placement's secret as the key. Do not change the body after signing.",
  );
}

const invalid = (what: string) => new VisitorError("SERVER_SIGNATURE_INVALID", `Invalid Offergraph-Server-Signature header. ${what}`);
