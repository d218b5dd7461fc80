import type { IncomingMessage, ServerResponse } from "node:http";
import { memoized } from "../memoized.js";
import type { Engine } from "../supergraph/engine.js";
import type { Manifests } from "../supergraph/manifest.js";
import { type Assets, assetFolder, assetLoader, assetNames, createDocument, type Document } from "./assets.js";
import { docsRoutes } from "./docs/routes.js";
import { explorerPage } from "./explorer-page.js";
import { htmlType } from "./html.js";
import { apiDocument, homePage, notFoundPage, robots } from "./pages.js";
import { sendDocument } from "./send-document.js";
import { studioPage } from "./studio-page.js";

/** Source of the pages: the supergraph, and the parts that all pages share. */
export interface SiteSource {
  readonly engine: Engine;
  readonly manifests: Manifests;
  readonly assets: Assets;
  /** Public URL without a trailing slash. */
  readonly url: string;
  /** Path prefix of the public URL: "" or, for example, "/offergraph". */
  readonly prefix: string;
}

/** Pages or files at a path, or below a path that ends in "/". */
export interface SiteRoute {
  readonly path: string;
  readonly type: string | ((path: string) => string);
  /** True if the page contains frames of the same origin. */
  readonly hasFrames?: boolean;
  /** Returns the content at `path`. Returns undefined if the path has no content. The result is cached until the supergraph changes. */
  render(source: SiteSource, path: string): string | undefined;
}

const routes: readonly SiteRoute[] = [
  { path: "/", type: htmlType, render: homePage },
  { path: "/explorer", type: htmlType, render: explorerPage },
  { path: "/studio", type: htmlType, render: studioPage, hasFrames: true },
  ...docsRoutes,
  { path: "/robots.txt", type: "text/plain; charset=utf-8", render: robots },
  { path: "/site/operations.json", type: "application/json; charset=utf-8", render: apiDocument },
];

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface SiteOptions {
  engine(): Engine;
  manifests(): Manifests;
  publicUrl(): string;
}

/** Creates the pages for people. All content is public and the same for every visitor, so the pages need no API key. */
export function createSite({ engine, manifests, publicUrl }: SiteOptions) {
  const loadAssets = assetLoader(new URL("../../", import.meta.url));
  const ofSupergraph = ({ manifests }: SiteSource) => manifests;
  const renderedBy = memoized(ofSupergraph, () => new Map<string, Promise<Document>>());
  const missingBy = memoized(ofSupergraph, (source) => createDocument(notFoundPage(source), htmlType));
  const sourceOf = async (): Promise<SiteSource> => {
    const assets = await loadAssets();
    const url = publicUrl();
    return { engine: engine(), manifests: manifests(), assets, url, prefix: new URL(url).pathname.replace(/\/$/, "") };
  };
  const documentOf = async (route: SiteRoute, path: string): Promise<Document | undefined> => {
    const source = await sourceOf();
    const rendered = renderedBy(source);
    const before = rendered.get(path);
    if (before) return before;
    const text = route.render(source, path);
    // Does not cache unknown paths, because clients can send any path.
    if (text === undefined) return undefined;
    const made = createDocument(text, typeof route.type === "string" ? route.type : route.type(path));
    rendered.set(path, made);
    return made;
  };
  const notFound: Handler = async (request, response) => {
    const document = await missingBy(await sourceOf());
    sendDocument(request, response, document, { status: 404, caching: "never", vary: "Accept, Accept-Encoding" });
  };
  const show =
    (route: SiteRoute, path: string): Handler =>
    async (request, response) => {
      const document = await documentOf(route, path);
      if (!document) return notFound(request, response);
      const { hasFrames } = route;
      sendDocument(request, response, document, { hasFrames, ...(path === "/" && { vary: "Accept, Accept-Encoding" }) });
    };
  const exact = new Map(
    routes.filter(({ path }) => path === "/" || !path.endsWith("/")).map((route) => [route.path, show(route, route.path)]),
  );
  const folders = routes.filter(({ path }) => path !== "/" && path.endsWith("/"));
  exact.set("/favicon.ico", async (request, response) => sendDocument(request, response, (await loadAssets())["favicon.ico"]));
  return {
    notFound,
    /** Returns the handler of a path. Returns undefined if the path belongs to no page. */
    page(path: string): Handler | undefined {
      const found = exact.get(path) ?? exact.get(path.replace(/\/$/, ""));
      if (found) return found;
      if (path.startsWith(assetFolder)) return (request, response) => showAsset(request, response, path);
      const folder = folders.find((route) => path.startsWith(route.path));
      return folder && show(folder, path);
    },
  };

  async function showAsset(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const assets = await loadAssets();
    const name = assetNames.find((one) => path.endsWith(`/${one}`));
    if (!name) return notFound(request, response);
    // During a rolling update, a page may request a file of another version. If the requested version is missing, serves the current file
    // with `no-store`.
    sendDocument(request, response, assets[name], { caching: assets[name].path === path ? "forever" : "never" });
  }
}

export type Site = ReturnType<typeof createSite>;
