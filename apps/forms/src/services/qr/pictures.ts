import { createHash } from "node:crypto";
import { KeyedMutex } from "@offergraph/service/mutations/keyed-mutex";
import { renderAsync } from "@resvg/resvg-js";
import { LRUCache } from "lru-cache";
import { VisitorError } from "../../domain/visitor-error.js";
import type { QrStyle } from "../../generated/types.js";
import { type QrBrand, qrSvg } from "./svg.js";

export type PictureType = "svg" | "png";

interface Picture {
  readonly body: Buffer;
  /** Quoted hash of the image, equal on all replicas. */
  readonly etag: string;
}

interface Drawing {
  body: Buffer;
  /**
   * False if the logo changed after the brand was read. The cache key contains the hash of the old logo, so the cache must not store an
   * image with the new logo.
   */
  isOfKey: boolean;
}

/** Brand of a workspace. `readLogo` is called only if the cache does not contain the image. */
export interface PictureBrand {
  accentColor: string | null;
  logo: { sha256: string } | null;
  readLogo(): Promise<(NonNullable<QrBrand["logo"]> & { sha256: string }) | undefined>;
}

const noBrand: PictureBrand = { accentColor: null, logo: null, readLogo: async () => undefined };

/** Maximum size of the cache in bytes, enough for about a hundred images. */
const defaultMaxBytes = 16 * 1024 * 1024;

/** Draws QR codes one after another, because drawing a code blocks the event loop for 2 to 50 ms. Caches images (LRU). */
export function createPictures({ maxBytes = defaultMaxBytes, waitMs = 5_000 } = {}) {
  const cached = new LRUCache<string, Picture>({ maxSize: maxBytes, sizeCalculation: ({ body }) => body.length });
  const underWay = new Map<string, Promise<Picture>>();
  const turns = new KeyedMutex();

  async function drawInTurn(key: string, draw: () => Promise<Drawing>): Promise<Picture> {
    const { body, isOfKey } = await turns.runExclusive("draw", waitMs, () => new VisitorError("QR_CODES_BUSY"), draw);
    const picture = { body, etag: `"${createHash("sha256").update(body).digest("hex").slice(0, 20)}"` };
    if (isOfKey) cached.set(key, picture);
    return picture;
  }

  return function pictureOf(type: PictureType, link: string, style: QrStyle, brand = noBrand): Promise<Picture> {
    const { accentColor, logo, readLogo } = brand;
    const key = JSON.stringify([type, link, style, accentColor, logo?.sha256]);
    const known = cached.get(key);
    if (known) return Promise.resolve(known);
    const begun = underWay.get(key);
    if (begun) return begun;
    const drawing = drawInTurn(key, async () => {
      const hasLogo = logo !== null && style.center;
      const file = hasLogo ? await readLogo() : undefined;
      const svg = qrSvg(link, style, { accentColor, logo: file ?? null });
      return { body: type === "svg" ? Buffer.from(svg) : await pngOf(svg), isOfKey: !hasLogo || file?.sha256 === logo.sha256 };
    });
    underWay.set(key, drawing);
    return drawing.finally(() => underWay.delete(key));
  };
}
export type Pictures = ReturnType<typeof createPictures>;

/** Renders an SVG as a PNG of the same size in a libuv thread. */
export async function pngOf(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: "off" });
  return image.asPng();
}
