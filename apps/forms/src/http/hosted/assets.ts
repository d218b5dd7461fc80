import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

export type Encoding = "br" | "gzip" | "identity";

export interface Asset {
  /** URL path with a content hash; the content under it never changes. */
  path: string;
  type: string;
  etag: string;
  contents: Record<Encoding, Buffer>;
}

const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", json: "application/json; charset=utf-8" };
export const assetNames = ["page.js", "page.css", "embed.js", "status.js"] as const;
export type AssetName = (typeof assetNames)[number];

/** Loads the browser bundles that `npm run build` makes from browser/. Each is read once, on first use. */
export function createAssets(directory: URL) {
  const known = new Map<AssetName, Promise<Asset>>();

  async function read(file: string): Promise<Buffer> {
    return readFile(new URL(`dist/browser/${file}`, directory)).catch((error: unknown) => {
      throw new Error(`Cannot read dist/browser/${file} of forms. Run npm run build.`, { cause: error });
    });
  }
  async function load(name: AssetName): Promise<Asset> {
    const [identity, br, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)]);
    return assetOf(name, { br, gzip, identity });
  }
  return function asset(name: AssetName): Promise<Asset> {
    const before = known.get(name);
    if (before) return before;
    const loading = load(name);
    known.set(name, loading);
    // Retries after a failed read, e.g. before the build.
    loading.catch(() => known.delete(name));
    return loading;
  };
}

/** Returns an asset whose path contains the hash of its contents. */
export function assetOf(name: string, contents: Asset["contents"]): Asset {
  const hash = createHash("sha256").update(contents.identity).digest("hex").slice(0, 20);
  const type = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
  return { path: `/assets/forms/${hash}/${name}`, type, etag: `"${hash}"`, contents };
}
export type Assets = ReturnType<typeof createAssets>;
