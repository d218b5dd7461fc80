import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import { z } from "zod";

const contentHash = z.string().regex(/^[0-9a-f]{64}$/);

export const registryEntry = z.object({
  service: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** Identifies the process. A restarted process has another id. */
  instance: z.guid(),
  version: z.string().min(1).max(200),
  /** URL at which gateways reach the process. */
  url: z.url({ protocol: /^https?$/ }),
  /** SHA-256 hash of the SDL and of the manifest. The registry stores both texts under these hashes. */
  sdl: contentHash,
  manifest: contentHash,
  /** Time at which the process registered for the first time. */
  registeredAt: z.iso.datetime(),
});

/** Registration of one process (replica) of a service. */
export type RegistryEntry = z.infer<typeof registryEntry>;

export const hashOfContent = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Signs and verifies registrations with HMAC-SHA256, so that only services with the gateway's key can direct requests to a URL. A signed
 * text is `<signature>.<JSON>`.
 */
export function entrySigner(signingKey: string) {
  const key = deriveKey(signingKey, "registry");
  const macOf = (json: string) => createHmac("sha256", key).update(json).digest("base64url");
  return {
    sign(entry: RegistryEntry): string {
      const json = JSON.stringify(entry);
      return `${macOf(json)}.${json}`;
    },
    /** Returns undefined if the signature or the entry is invalid, or if the entry belongs to another key of the bucket. */
    open(text: string, key: string): RegistryEntry | undefined {
      const end = Math.max(text.indexOf("."), 0);
      const json = text.slice(end + 1);
      const [given, wanted] = [Buffer.from(text.slice(0, end)), Buffer.from(macOf(json))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const entry = registryEntry.safeParse(JSON.parse(json)).data;
      return entry && keyOf(entry) === key ? entry : undefined;
    },
  };
}

export const keyOf = ({ service, instance }: Pick<RegistryEntry, "service" | "instance">): string => `${service}.${instance}`;
