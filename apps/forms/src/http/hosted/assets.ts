import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { textsIn } from "../../domain/texts/languages.js";

export type Encoding = "br" | "gzip" | "identity";

export interface Asset {
  /** URL path with a content hash, so that the content at the path never changes. */
  path: string;
  type: string;
  etag: string;
  contents: Record<Encoding, Buffer>;
}

const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", json: "application/json; charset=utf-8" };
export const assetNames = ["page.js", "page.css", "embed.js", "status.js"] as const;
export type AssetName = (typeof assetNames)[number];
export type Assets = (name: AssetName) => Promise<Asset>;

/** Loads the browser bundles that `npm run build` makes from browser/. */
export function createAssets(directory: URL): Assets {
  const read = (file: string) =>
    readFile(new URL(`dist/browser/${file}`, directory)).catch((error: unknown) => {
      throw new Error(`Cannot read dist/browser/${file} of the forms service. Run npm run build.`, { cause: error });
    });
  return loadOnce(async (name) => {
    // Reads the uncompressed file first, so that an error names the uncompressed file.
    const identity = await read(name);
    const [br, gzipped] = await Promise.all([read(`${name}.br`), read(`${name}.gz`)]);
    return assetOf(name, { br, gzip: gzipped, identity });
  });
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const localeName = /^locale-([a-z]{2,3}(?:-[a-z0-9]{2,8})?)\.json$/;
export type Locales = (name: string) => Promise<Asset | undefined>;

/** Creates a language's file locale-{code}.json from our texts and the texts of survey-core. */
export function createLocales(directory: URL): Locales {
  const surveyStrings = (code: string): Promise<string | undefined> =>
    readFile(new URL(`dist/browser/survey-${code}.json`, directory), "utf8").catch(() => undefined);
  return loadOnce(async (name) => {
    const [, code] = localeName.exec(name) ?? [];
    if (code === undefined) return undefined;
    const survey = (await surveyStrings(code)) ?? (await surveyStrings(code.split("-")[0] ?? ""));
    const texts = textsIn(code);
    if (survey === undefined && texts === undefined) return undefined;
    const identity = Buffer.from(JSON.stringify({ texts, survey: survey && JSON.parse(survey) }));
    return assetOf(name, { br: await brotli(identity), gzip: await gzipped(identity), identity });
  });
}

/** Caches loaded files. Does not cache failed loads or unknown names, because clients can send any name. */
function loadOnce<Name, Loaded extends Asset | undefined>(load: (name: Name) => Promise<Loaded>): (name: Name) => Promise<Loaded> {
  const known = new Map<Name, Promise<Loaded>>();
  return (name) => {
    const before = known.get(name);
    if (before) return before;
    const loading = load(name);
    known.set(name, loading);
    const forget = () => known.delete(name);
    loading.then((asset) => asset ?? forget(), forget);
    return loading;
  };
}

function assetOf(name: string, contents: Asset["contents"]): Asset {
  const hash = createHash("sha256").update(contents.identity).digest("hex").slice(0, 20);
  const type = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
  return { path: `/assets/forms/${hash}/${name}`, type, etag: `"${hash}"`, contents };
}
