import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import type { LoadedSupergraph } from "../../../apps/gateway/src/supergraph/load.js";
import { kubernetesFolder } from "./manifests.js";

// A fake kubectl that records its calls and prints the responses of a cluster. Only `kubectl kustomize` really runs, and `kubectl exec` runs
// the command of the pod on this machine.
export const recorder = `#!/bin/sh
printf '%s\\n' "$*" | head -n 1 >> "$CALLS"
case "$1" in
  kustomize) exec "$REAL_KUBECTL" "$@" ;;
  get) if [ "$4" = pods ]; then printf "$GATEWAYS"; exit "$GATEWAYS_CODE"; else echo "$JOB_CONDITION"; fi ;;
  exec) while [ "$1" != -- ]; do shift; done; shift; exec "$@" ;;
  rollout) if [ "$2" = undo ]; then exit "$UNDO_CODE"; fi
    if [ "$2" = status ] && [ -n "$ROLLOUT_FAILS" ] && ! grep -q "^rollout undo" "$CALLS"; then exit 1; fi ;;
esac
`;
const { stdout: found } = spawnSync("sh", ["-c", "command -v kubectl"], { encoding: "utf8" });
/** Path of the real kubectl, or an empty string. */
export const kubectl = found.trim();

/** Creates a folder with the fake kubectl. */
export function createFakeCluster(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "offergraph-deploy-"));
  writeFileSync(path.join(folder, "kubectl"), recorder);
  chmodSync(path.join(folder, "kubectl"), 0o755);
  return folder;
}

/** Runs deploy.sh with the fake kubectl in `folder`. Returns its result, and its calls of kubectl in a short form. */
export async function deployTo(folder: string, words: readonly string[], answers: Record<string, string> = {}) {
  const calls = path.join(folder, "calls");
  writeFileSync(calls, "");
  const child = spawn("sh", [path.join(kubernetesFolder, "deploy.sh"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      CALLS: calls,
      REAL_KUBECTL: kubectl,
      JOB_CONDITION: "SuccessCriteriaMet Complete",
      GATEWAYS: "",
      GATEWAYS_CODE: "0",
      ROLLOUT_FAILS: "",
      UNDO_CODE: "0",
      POLL_SECONDS: "0",
      SCHEMA_SECONDS: "0",
      ...answers,
    },
  });
  const [stdout, stderr, [status]] = await Promise.all([readText(child.stdout), readText(child.stderr), once(child, "close")]);
  const lines = readFileSync(calls, "utf8").trimEnd().split("\n");
  const shortened = lines.map((line) =>
    line
      .replace(/ --(namespace|filename|timeout|output) \S+/g, "")
      .replace(/ \/\S+/g, " …")
      .trim(),
  );
  return { status: status as number, stdout, stderr, calls: shortened };
}

type Refused = ReturnType<LoadedSupergraph["status"]>["refused"];

/** Runs `work` with the port of a gateway. Each element of `responses` is the list of refused schemas in one readiness response. */
export async function withGateway<Result>(responses: readonly Refused[], work: (port: string) => Promise<Result>): Promise<Result> {
  let count = 0;
  const server = createServer(({ url }, response) => {
    const refused = responses[Math.min(count, responses.length - 1)];
    count += 1;
    response.statusCode = url === "/health/ready" ? 200 : 404;
    response.end(JSON.stringify({ status: "ready", checks: {}, schema: { subgraphs: [], refused } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(String((server.address() as AddressInfo).port));
  } finally {
    server.close();
  }
}
