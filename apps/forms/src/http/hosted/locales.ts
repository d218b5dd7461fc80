import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { textsIn } from "../../domain/texts/languages.js";
import { type Asset, assetOf } from "./assets.js";

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const fileName = /^locale-([a-z]{2,3}(?:-[a-z0-9]{2,8})?)\.json$/;

/**
 * Creates the files locale-{code}.json, which the page loads for models in languages other than English. They contain our texts and those
 * that `npm run build` extracts from survey-core. Each file is created once.
 */
export function createLocales(directory: URL) {
  const known = new Map<string, Promise<Asset | undefined>>();

  const surveyStrings = (code: string): Promise<string | undefined> =>
    readFile(new URL(`dist/browser/survey-${code}.json`, directory), "utf8").catch(() => undefined);

  async function load(name: string, code: string): Promise<Asset | undefined> {
    const [language = ""] = code.split("-");
    const survey = (await surveyStrings(code)) ?? (await surveyStrings(language));
    const texts = textsIn(code);
    if (survey === undefined && texts === undefined) return undefined;
    const identity = Buffer.from(JSON.stringify({ texts, survey: survey && JSON.parse(survey) }));
    return assetOf(name, { br: await brotli(identity), gzip: await gzipped(identity), identity });
  }

  /** Returns the file with this name, or undefined if the name is invalid or the language has no texts. */
  return function locale(name: string): Promise<Asset | undefined> {
    const [, code] = fileName.exec(name) ?? [];
    if (code === undefined) return Promise.resolve(undefined);
    const before = known.get(code);
    if (before) return before;
    const loading = load(name, code);
    // Clients can invent any number of unknown codes, so only existing files are cached.
    known.set(code, loading);
    loading.then(
      (asset) => asset ?? known.delete(code),
      () => known.delete(code),
    );
    return loading;
  };
}
export type Locales = ReturnType<typeof createLocales>;
