import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { customerSignature } from "../../services/secrets/placement-secrets.js";

const secret = "fps_2Zr8xKq0mVbY7tN4cW1jL6pHsD9gFe3uRaXoQiTzEyB5";
const reference = " Customer-1001@Shop.example ";
const expected = "customer-1001@shop.example 6f5b61cbd8260d4c58d14f031f1981bd6515dde01440eabf5150d5532b4f4e14";
const docs = readFileSync(new URL("../../../../../docs/forms-embed.md", import.meta.url), "utf8");

/** For each language, code that prints the result of the signing function in docs/forms-embed.md. */
const languages = {
  js: {
    command: "node",
    version: "--version",
    file: "sign.mjs",
    call: `const { customer, signature } = signCustomer(SECRET, REFERENCE);\nconsole.log(customer, signature);`,
  },
  python: {
    command: "python3",
    version: "--version",
    file: "sign.py",
    call: `signed = sign_customer(SECRET, REFERENCE)\nprint(signed["customer"], signed["signature"])`,
  },
  php: {
    command: "php",
    version: "--version",
    file: "sign.php",
    call: `$signed = sign_customer(SECRET, REFERENCE);\necho $signed['customer'], ' ', $signed['signature'];`,
  },
  ruby: {
    command: "ruby",
    version: "--version",
    file: "sign.rb",
    call: `signed = sign_customer(SECRET, REFERENCE)\nputs "#{signed[:customer]} #{signed[:signature]}"`,
  },
  go: {
    command: "go",
    version: "version",
    file: "sign.go",
    call: "func main() {\n\tcustomer, signature := SignCustomer(SECRET, REFERENCE)\n\tprintln(customer, signature)\n}",
  },
} as const;

const isInstalled = (command: string, version: string) => spawnSync(command, [version]).status === 0;

function programOf(language: keyof typeof languages): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(docs.slice(docs.indexOf("## Sign the customer"))) ?? [];
  if (code === undefined) throw new Error(`docs/forms-embed.md shows no ${language} program that signs.`);
  const call = languages[language].call.replace("SECRET", JSON.stringify(secret)).replace("REFERENCE", JSON.stringify(reference));
  return `${code.replace("package signing", "package main")}\n${call}\n`;
}

describe("the documentation's test vector", () => {
  it("matches the service's result", () => {
    expect(docs).toContain(secret);
    expect(docs.replaceAll(/\s+/g, " ")).toContain(
      "6f5b61cbd8260d4c58d14f031f1981bd6515dde01440eabf5150d5532b4f4e14` for the customer `customer-1001",
    );
    expect(`${reference.trim().toLowerCase()} ${customerSignature(secret, reference)}`).toBe(expected);
  });
});

describe("the documented program", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "offergraph-signing-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.for(Object.keys(languages) as (keyof typeof languages)[])("in %s signs as the service does", (language, { skip }) => {
    const { command, version, file } = languages[language];
    const program = programOf(language);
    skip(!isInstalled(command, version), `${command} is not installed on this machine`);
    const path = join(folder, file);
    writeFileSync(path, program);
    const run = language === "go" ? spawnSync(command, ["run", path]).stderr : execFileSync(command, [path]);
    expect(run.toString().trim()).toBe(expected);
  });
});
