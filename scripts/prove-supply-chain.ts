// Checks the packages that the apps use at run time, and writes a software bill of materials for each app to .sbom/<app>.cdx.json.
//   npm run prove -- supply-chain
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findApps, repository } from "../packages/dev-stack/src/supervisor/apps.js";
import { findInstallScripts, findUnverified, readLockFile } from "../packages/dev-stack/src/supply-chain/lock-file.js";
import { findForbiddenLicenses, sbomSchema } from "../packages/dev-stack/src/supply-chain/sbom.js";

let failures = 0;

function report(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"}  ${name}`);
  for (const problem of problems) console.log(`        ${problem}`);
  failures += problems.length;
}

function npm(words: readonly string[]): string {
  const { stdout, stderr } = spawnSync("npm", words, { cwd: repository, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  return stdout || JSON.stringify({ error: { summary: stderr.trim() } });
}

const lock = readLockFile(repository);
report("install scripts: only reviewed packages", findInstallScripts(lock));
report("checksums: each package of production has one and comes from a registry", findUnverified(lock));
const { status } = spawnSync(process.execPath, ["scripts/generate-licenses.mjs", "--check"], { cwd: repository, stdio: "inherit" });
report("docs/licenses.md: up to date", status === 0 ? [] : ["run npm run codegen"]);

const folder = path.join(repository, ".sbom");
mkdirSync(folder, { recursive: true });
for (const { name } of findApps()) {
  const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
  const text = npm([...words, `--workspace=@offergraph/${name}`]);
  const sbom = sbomSchema.safeParse(JSON.parse(text));
  if (!sbom.success) {
    report(`SBOM of ${name}`, [text.slice(0, 500)]);
    continue;
  }
  writeFileSync(path.join(folder, `${name}.cdx.json`), text);
  report(`SBOM of ${name}: ${sbom.data.components.length} components with allowed licenses`, findForbiddenLicenses(sbom.data));
}

interface Audit {
  error?: { summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
}
const audit = JSON.parse(npm(["audit", "--omit=dev", "--json"])) as Audit;
const found = Object.values(audit.vulnerabilities ?? {});
const severe = found.filter(({ severity }) => severity === "high" || severity === "critical");
report(
  `npm audit: no high or critical vulnerability (${found.length} of lower severity)`,
  audit.vulnerabilities
    ? severe.map(({ name, severity, range }) => `${name} ${range}: ${severity}`)
    : [`The registry did not answer: ${audit.message ?? audit.error?.summary ?? "no reason"}`],
);
process.exitCode = failures === 0 ? 0 : 1;
