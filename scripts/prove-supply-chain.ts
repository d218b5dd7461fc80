// Checks the packages that the apps use at run time, and writes a software bill of materials for each app to .sbom/<app>.cdx.json.
//   npm run prove -- supply-chain [--require-audit]
// If the registry has no audit service, the command skips the audit and logs a message. With --require-audit, the command then fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findInstallScripts, findUnverified, readLockFile } from "../checks/src/supply-chain/lock-file.js";
import { writeProductionTree } from "../checks/src/supply-chain/production-tree.js";
import { findForbiddenLicenses, sbomSchema } from "../checks/src/supply-chain/sbom.js";
import { findApps, repository } from "../packages/dev-stack/src/supervisor/apps.js";

let failures = 0;

function report(name: string, problems: readonly string[]): void {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"}  ${name}`);
  for (const problem of problems) console.log(`        ${problem}`);
  failures += problems.length;
}

// Removes the variables of an outer npm command, because these variables would select the packages of this repository.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$)/.test(name)));

function npm(words: readonly string[], cwd: string): string {
  const { stdout, stderr } = spawnSync("npm", words, { cwd, env, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  return stdout || JSON.stringify({ message: stderr.trim() });
}

function checkSbom(app: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), "offergraph-sbom-"));
  try {
    writeProductionTree(app, folder);
    npm(["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
    const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
    const text = npm([...words, `--workspace=@offergraph/${app}`], folder);
    const sbom = sbomSchema.safeParse(JSON.parse(text));
    if (sbom.success) writeFileSync(path.join(output, `${app}.cdx.json`), text);
    const { components } = sbom.data ?? { components: [] };
    const problems = sbom.data ? findForbiddenLicenses(sbom.data) : [text.slice(0, 500)];
    report(`SBOM of ${app}: ${components.length} components with allowed licenses`, problems);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Audit {
  message?: string;
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
}

function checkAudit(): void {
  const { vulnerabilities, message = "no reason" } = JSON.parse(npm(["audit", "--omit=dev", "--json"], repository)) as Audit;
  if (!vulnerabilities && !process.argv.includes("--require-audit")) {
    console.log(`SKIP  npm audit: the registry did not answer (${message})`);
    return;
  }
  const found = Object.values(vulnerabilities ?? {});
  const severe = found.filter(({ severity }) => severity === "high" || severity === "critical");
  const problems = vulnerabilities ? severe.map(({ name, severity, range }) => `${name} ${range}: ${severity}`) : [message];
  report(`npm audit: no high or critical vulnerability (${found.length - severe.length} of lower severity)`, problems);
}

const output = path.join(repository, ".sbom");
mkdirSync(output, { recursive: true });
const lock = readLockFile(repository);
report("install scripts: only reviewed packages", findInstallScripts(lock));
report("checksums: each package of production has one and comes from a registry", findUnverified(lock));
const { status } = spawnSync(process.execPath, ["scripts/generate-licenses.mjs", "--check"], { cwd: repository, stdio: "inherit" });
report("docs/licenses.md: up to date", status === 0 ? [] : ["run npm run codegen"]);
for (const { name } of findApps()) checkSbom(name);
checkAudit();
process.exitCode = failures === 0 ? 0 : 1;
