import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { repository } from "../../../packages/dev-stack/src/supervisor/apps.js";

export const kubernetesFolder = path.join(repository, "deploy/kubernetes");

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Returns the manifests in a YAML text. Throws an Error for a document that is not a manifest. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => manifestSchema.parse(document.toJS()));
}

/** Renders a folder with `kubectl kustomize`. */
export async function render(folder: string): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)("kubectl", ["kustomize", path.join(kubernetesFolder, folder)]);
  return parseManifests(stdout);
}

/** Returns the manifests as they are in the files, without the changes of kustomize. */
export function readFiles(): { file: string; manifest: Manifest }[] {
  const kustomize = /^apiVersion: kustomize\.config\.k8s\.io\//m;
  return readdirSync(kubernetesFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => ({ file, text: readFileSync(path.join(kubernetesFolder, file), "utf8") }))
    .filter(({ text }) => /^apiVersion: /m.test(text) && !kustomize.test(text))
    .flatMap(({ file, text }) => parseManifests(text).map((manifest) => ({ file, manifest })));
}
