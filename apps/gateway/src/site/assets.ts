import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

export type Encoding = "br" | "gzip" | "identity";

/** A file or page with its compressed versions. */
export interface Document {
  readonly type: string;
  /** Hash of the uncompressed content. */
  readonly hash: string;
  readonly contents: Readonly<Record<Encoding, Buffer>>;
}

export interface Asset extends Document {
  /** URL path with a content hash, so that the content at the path never changes. */
  readonly path: string;
}

const types = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  ico: "image/x-icon",
} as const;

/** Names of the files that the builds of the gateway and the studio write. */
export const assetNames = [
  "site.css",
  "site.js",
  "home.js",
  "explorer.js",
  "explorer.css",
  "graphiql.css",
  "docs.css",
  "docs.js",
  "studio.css",
  "studio.js",
  "favicon.svg",
  "favicon.ico",
] as const;
export type AssetName = (typeof assetNames)[number];
export type Assets = Readonly<Record<AssetName, Asset>>;

export const assetFolder = "/assets/site/";

/** Files that the package @offergraph/studio builds. */
const studioFiles: readonly AssetName[] = ["studio.css", "studio.js"];

/**
 * Creates the function that loads all files of dist/browser on its first call. After a failed load, the next call loads the files again.
 */
export function assetLoader(directory: URL): () => Promise<Assets> {
  let loading: Promise<Assets> | undefined;
  return () => {
    loading ??= loadAssets(directory).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function loadAssets(directory: URL): Promise<Assets> {
  const loaded = await Promise.all(assetNames.map(async (name) => [name, await loadAsset(directory, name)] as const));
  return Object.fromEntries(loaded) as Assets;
}

async function loadAsset(directory: URL, name: AssetName): Promise<Asset> {
  const folder = studioFiles.includes(name) ? new URL("../../packages/studio/", directory) : directory;
  const identity = await readFile(new URL(`dist/browser/${name}`, folder)).catch((error: unknown) => {
    throw new Error(`Cannot read ${name}, a file of the gateway's pages. Run npm run build.`, { cause: error });
  });
  const given = (ending: string) => readFile(new URL(`dist/browser/${name}.${ending}`, folder)).catch(() => undefined);
  const type = types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types];
  const document = await createDocument(identity, type, { br: await given("br"), gzip: await given("gz") });
  return { ...document, path: `${assetFolder}${document.hash}/${name}` };
}

/** Compresses a text once, so that responses need no compression. `known` contains versions that the build has already compressed. */
export async function createDocument(
  text: string | Buffer,
  type: string,
  known: Partial<Record<"br" | "gzip", Buffer | undefined>> = {},
): Promise<Document> {
  const identity = Buffer.from(text);
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 20);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([known.br ?? brotli(identity, { params }), known.gzip ?? gzipped(identity)]);
  return { type, hash, contents: { br, gzip: gz, identity } };
}
