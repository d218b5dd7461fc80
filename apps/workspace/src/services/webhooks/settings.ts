import type { KeyObject } from "node:crypto";
import { openText, sealText } from "@offergraph/shared/access/sealed";

export interface WebhookSettings {
  /** True if endpoints may have http URLs, and loopback or private addresses. */
  allowPrivate: boolean;
  /** Encrypts the secrets of endpoints. */
  secretKey: KeyObject;
}

export const sealSecret = ({ secretKey }: WebhookSettings, endpointId: string, secret: string): string =>
  sealText(secretKey, endpointId, secret);

/** Decrypts an endpoint's secret. Returns undefined if the secret was encrypted with another key. */
export const openSecret = ({ secretKey }: WebhookSettings, endpointId: string, sealed: string): string | undefined =>
  openText(secretKey, endpointId, sealed);
