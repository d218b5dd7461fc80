import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const maxAgeSeconds = 5 * 60;
const format = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i;

interface ServerSignature {
  /** Unix time in seconds. */
  time: number;
  /** HMAC-SHA256 in hexadecimal digits. */
  mac: string;
}

interface SignedRequest {
  time: number;
  method: string;
  path: string;
  body: Buffer | string;
}

/** Parses a signature header; undefined if malformed or more than 5 minutes off the current time. */
export function readServerSignature(header: string, now: Date): ServerSignature | undefined {
  const [, time = "", mac = ""] = format.exec(header.trim()) ?? [];
  if (mac === "" || Math.abs(now.getTime() / 1000 - Number(time)) > maxAgeSeconds) return undefined;
  return { time: Number(time), mac };
}

/** Header value for a request: HMAC-SHA256 of time, method, path and the SHA-256 of the body. */
export const serverSignature = (secret: string, request: SignedRequest): string =>
  `t=${request.time},v1=${macOf(secret, request).toString("hex")}`;

/** True if the signature of this request matches any of the secrets. */
export function isServerSignature(secrets: readonly string[], { mac, ...request }: ServerSignature & SignedRequest): boolean {
  const given = Buffer.from(mac, "hex");
  return secrets.some((secret) => timingSafeEqual(given, macOf(secret, request)));
}

function macOf(secret: string, { time, method, path, body }: SignedRequest): Buffer {
  const hash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(`${time}.${method}.${path}.${hash}`).digest();
}
