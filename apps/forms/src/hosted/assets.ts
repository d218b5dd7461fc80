import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** How an asset may be sent. */
export type Encoding = "br" | "gzip" | "identity";

export interface Asset {
  /** Its address, under which it never changes. */
  path: string;
  type: string;
  etag: string;
  contents: Record<Encoding, Buffer>;
}

const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", json: "application/json; charset=utf-8" };
export const assetNames = ["page.js", "page.css", "embed.js", "status.js"] as const;
export type AssetName = (typeof assetNames)[number];

/** What browsers load, as `npm run build` made it of browser/ in the app's folder; read once, when it is first asked for. */
export function createAssets(directory: URL) {
  const known = new Map<AssetName, Promise<Asset>>();

  async function read(file: string): Promise<Buffer> {
    return readFile(new URL(`dist/browser/${file}`, directory)).catch((error: unknown) => {
      throw new Error(`dist/browser/${file} of forms cannot be read: npm run build makes it.`, { cause: error });
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
    // Asked for before it was built, it is there the next time.
    loading.catch(() => known.delete(name));
    return loading;
  };
}

/** A file of these contents, under an address that names them. */
export function assetOf(name: string, contents: Asset["contents"]): Asset {
  const hash = createHash("sha256").update(contents.identity).digest("hex").slice(0, 20);
  const type = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
  return { path: `/assets/forms/${hash}/${name}`, type, etag: `"${hash}"`, contents };
}
export type Assets = ReturnType<typeof createAssets>;
