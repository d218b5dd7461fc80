import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerAsset } from "./answer-asset.js";
import { createAssets } from "./assets.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-assets-"));
});
afterEach(() => rm(folder, { recursive: true }));

const assets = () => createAssets(pathToFileURL(`${folder}/`));
async function build(content: string): Promise<void> {
  const target = path.join(folder, "dist/browser");
  await mkdir(target, { recursive: true });
  for (const ending of ["", ".br", ".gz"]) await writeFile(path.join(target, `page.js${ending}`), content + ending);
}
const request = (headers: IncomingMessage["headers"]) => ({ request: { headers } as IncomingMessage });

it("names the build command if files are missing, and finds them after the build", async () => {
  const asset = assets();
  await expect(asset("page.js")).rejects.toThrow("Cannot read dist/browser/page.js of the forms service. Run npm run build.");
  await build("1");
  expect((await asset("page.js")).contents.identity.toString()).toBe("1");
});

it("has another path for other contents", async () => {
  await build("1");
  const one = await assets()("page.js");
  await build("2");
  const two = await assets()("page.js");
  expect(one.path).toMatch(/^\/assets\/forms\/[0-9a-f]{20}\/page\.js$/);
  expect(two.path).not.toBe(one.path);
});

it.each([
  ["gzip, deflate, br", "1.br", "br"],
  ["GZIP;q=0.5", "1.gz", "gzip"],
  ["br;q=0, gzip", "1.gz", "gzip"],
  ["br; q=0.000, gzip;q=0", "1", undefined],
  ["identity", "1", undefined],
  [undefined, "1", undefined],
])("is sent for Accept-Encoding %s as %s", async (accepted, body, encoding) => {
  await build("1");
  const answer = answerAsset(request({ "accept-encoding": accepted }), await assets()("page.js"), "no-store");
  expect([String(answer.body), answer.headers?.["content-encoding"]]).toEqual([body, encoding]);
});

it("is answered with 304 if the ETag matches", async () => {
  await build("1");
  const asset = await assets()("page.js");
  const answer = (known: string) => answerAsset(request({ "if-none-match": known }), asset, "no-store");
  for (const known of [asset.etag, `W/${asset.etag}`, `"other", ${asset.etag}`, "*"])
    expect(answer(known)).toMatchObject({ status: 304, headers: { etag: `W/${asset.etag}` } });
  expect(answer('"other"').status).toBe(200);
});
