import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

export interface Asset {
  /** Its address, under which it never changes. */
  path: string;
  type: string;
  etag: string;
  content: Buffer;
  gzipped: Buffer;
}

const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };
export const assetNames = ["page.js", "page.css", "embed.js"] as const;
export type AssetName = (typeof assetNames)[number];

/** What browsers load, as `npm run build` made it of browser/; read once, when it is first asked for. */
export function createAssets(directory: URL) {
  const read = new Map<AssetName, Promise<Asset>>();

  async function load(name: AssetName): Promise<Asset> {
    const content = await readFile(new URL(`dist/browser/${name}`, directory)).catch((error: unknown) => {
      throw new Error(`dist/browser/${name} of forms cannot be read: npm run build makes it.`, { cause: error });
    });
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 20);
    const type = name.endsWith(".css") ? types.css : types.js;
    const path = `/assets/forms/${hash}/${name}`;
    return { path, type, etag: `"${hash}"`, content, gzipped: await compress(content, { level: 9 }) };
  }
  return function asset(name: AssetName): Promise<Asset> {
    const known = read.get(name);
    if (known) return known;
    const loading = load(name);
    read.set(name, loading);
    loading.catch(() => read.delete(name));
    return loading;
  };
}
export type Assets = ReturnType<typeof createAssets>;
