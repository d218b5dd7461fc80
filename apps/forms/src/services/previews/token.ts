import { deriveKey, signed } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";

export interface PreviewSubject {
  workspaceId: string;
  formId: string;
  /** Id of the form version; null for the draft. */
  formVariantId: string | null;
}

/** Path of a preview, up to the token. */
export const previewPath = "/preview/";
const validMs = 3_600_000;
const minuteMs = 60_000;

/** Returns the expiry time of a new link. The expiry time is a whole minute, so all calls in one minute return the same URL. */
export const previewEnd = (now: Date): Date => new Date(Math.ceil((now.getTime() + validMs) / minuteMs) * minuteMs);

/** Signs and verifies the tokens in the URLs of previews (HMAC-SHA256). */
export function previewTokens(signingKey: string) {
  const { encode, seal, open } = signed<PreviewSubject & { expiresAt: number }>(deriveKey(signingKey, "form-preview"));
  return {
    make(subject: PreviewSubject, expiresAt: Date): string {
      const ends = expiresAt.getTime();
      return seal(encode({ ...subject, expiresAt: ends }, ends, 0), []);
    },
    /** Returns undefined for a forged token. */
    read(token: string, now: Date): (PreviewSubject & { isExpired: boolean }) | undefined {
      try {
        // Also accepts expired tokens, because the page for an expired link differs from the page for a forged link.
        const { expiresAt, ...subject } = open(token, 0, []);
        return { ...subject, isExpired: expiresAt <= now.getTime() };
      } catch (error) {
        if (error instanceof PublicError) return undefined;
        throw error;
      }
    },
  };
}
export type PreviewTokens = ReturnType<typeof previewTokens>;
