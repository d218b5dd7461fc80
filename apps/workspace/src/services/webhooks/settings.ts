import { openText, sealText } from "@offergraph/shared/access/sealed";

export interface WebhookSettings {
  /** Allows http and loopback or private addresses. */
  allowPrivate: boolean;
  /** Encrypts the secrets of endpoints. */
  secretKey: Buffer;
}

export const sealSecret = ({ secretKey }: WebhookSettings, endpointId: string, secret: string): string =>
  sealText(secretKey, endpointId, secret);

/** Decrypts a secret of this endpoint. Returns undefined if the key is not the one that encrypted it. */
export const openSecret = ({ secretKey }: WebhookSettings, endpointId: string, sealed: string): string | undefined =>
  openText(secretKey, endpointId, sealed);
