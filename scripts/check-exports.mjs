// Finds unused exports in packages. For knip, every module of a package is an entry point, so knip does not report unused exports. node
// scripts/check-exports.mjs
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.mjs"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
const words = new Map();
const texts = new Map();
for (const file of files) {
  const text = readFileSync(path.join(root, file), "utf8");
  texts.set(file, text);
  for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) words.set(word, [...(words.get(word) ?? []), file]);
}

let found = 0;
for (const [file, text] of texts) {
  if (!/^packages\/[^/]+\/src\//.test(file) || /\.test\.ts$/.test(file)) continue;
  for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|enum) ([\w$]+)/gm)) {
    const isUsedHere = text.split(new RegExp(`\\b${name}\\b`)).length > 2;
    if (isUsedHere || words.get(name).length > 1) continue;
    console.error(`${file}: no file uses the export ${name}. Delete the export.`);
    found += 1;
  }
}
process.exitCode = found > 0 ? 1 : 0;
