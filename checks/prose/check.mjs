// `node checks/prose/check.mjs [files…]` checks words and spelling of Markdown, SDL descriptions, comments, messages and identifiers.
// Without arguments, the script checks all files that checks/prose/scope.json does not exclude.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdownPlugin from "@textlint/textlint-plugin-markdown";
import textPlugin from "@textlint/textlint-plugin-text";
import { getDefaultSettings, mergeSettings, spellCheckDocument } from "cspell-lib";
import { identifiersOf, parseCode, proseOfCode, proseOfSdl } from "./extract.mjs";
import { identifierFindings, plainWords } from "./rules.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file) => readFileSync(path.join(root, file), "utf8");
// These files are not checked: generated files, e2e/contract.graphql, texts in other languages, and the rules of this script.
const ignored =
  /\/generated\/|^docs\/(OPERATIONS|EVENTS|licenses)\.md$|\/schema\.graphql$|^e2e\/contract\.graphql$|^apps\/forms\/(src\/domain\/texts|browser\/status)\/|^checks\/prose\/(?!check\.mjs$)/;

const named = process.argv.slice(2);
const { excluded } = JSON.parse(read("checks/prose/scope.json"));
const names = JSON.parse(read("checks/prose/names.json"));
const tracked = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*.graphql", "*.ts", "*.mjs", "*.cjs"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => file && !ignored.test(file));
const isWithin = (file, place) => file === place || file.startsWith(`${place}/`);
const files = tracked.filter((file) => {
  if (excluded.some((place) => isWithin(file, place))) return false;
  return named.length === 0 || named.some((place) => isWithin(file, place));
});

const kernel = new TextlintKernel();
const plugins = [
  { pluginId: "markdown", plugin: markdownPlugin.default ?? markdownPlugin },
  { pluginId: "text", plugin: textPlugin.default ?? textPlugin },
];
const settings = mergeSettings(await getDefaultSettings(), {
  language: "en-US",
  dictionaries: ["en_us", "softwareTerms", "typescript", "node", "companies", "networking-terms"],
  words: read("checks/prose/words.txt")
    .split("\n")
    .filter((line) => line && !line.startsWith("#")),
  minWordLength: 4,
  ignoreRegExpList: [
    "/`[^`]*`/g",
    "/^```[\\s\\S]*?^```/gm",
    "/\\]\\([^)]*\\)/g",
    "/https?:\\S+/g",
    "/<!--[\\s\\S]*?-->/g",
    "/\\w*[_\\d]\\w*/g",
    "/[\\w.-]+\\/[\\w./-]+/g",
    "/\\b\\w+[A-Z]\\w*\\b/g",
  ],
});

const placeOf = (source, index) => {
  const before = source.slice(0, index).split("\n");
  return `${before.length}:${before.at(-1).length + 1}`;
};

/** Returns a file's prose, in which each character keeps its line and column, and the findings except spelling. */
async function check(file) {
  const source = read(file);
  const isCode = !file.endsWith(".md") && !file.endsWith(".graphql");
  const tree = isCode ? parseCode(source, file) : undefined;
  const text = tree ? proseOfCode(tree) : file.endsWith(".md") ? source : proseOfSdl(source);
  const ext = file.endsWith(".md") ? ".md" : ".txt";
  const { messages } = await kernel.lintText(text, { ext, filePath: file, plugins, rules: [{ ruleId: "plain-words", rule: plainWords }] });
  const found = messages.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);
  if (tree)
    for (const { index, message } of identifierFindings(source, identifiersOf(tree), names))
      found.push(`${file}:${placeOf(source, index)} ${message}`);
  return { file, text, found };
}

// Checks the spelling of many files as one document, because cspell loads the dictionaries again for each document.
const filesPerDocument = 100;
const separator = "\n\n";

async function checkSpelling(checked) {
  const starts = [];
  let length = 0;
  for (const { text } of checked) {
    starts.push(length);
    length += text.length + separator.length;
  }
  const text = checked.map(({ text }) => text.replaceAll("\uE000", " ")).join(separator);
  const { issues } = await spellCheckDocument(
    { uri: "prose.txt", text, languageId: "plaintext", locale: "en-US" },
    { noConfigSearch: true, generateSuggestions: false },
    settings,
  );
  return issues.map(({ offset, text: word }) => {
    const index = starts.findLastIndex((start) => start <= offset);
    const { file, text } = checked[index];
    return `${file}:${placeOf(text, offset - starts[index])} spelling: ${word}`;
  });
}

let failed = 0;
for (let at = 0; at < files.length; at += filesPerDocument) {
  const checked = [];
  for (const file of files.slice(at, at + filesPerDocument)) checked.push(await check(file));
  const found = [...checked.flatMap(({ found }) => found), ...(await checkSpelling(checked))];
  failed += found.length;
  for (const line of found) console.log(line);
}
const stale = excluded.filter((place) => !tracked.some((file) => isWithin(file, place)));
if (stale.length > 0) console.log(`checks/prose/scope.json excludes paths that match no file: ${stale.join(", ")}`);
if (failed > 0 || stale.length > 0) {
  console.error(
    `${failed} findings in ${files.length} files. The folder checks/prose contains the rules (rules.mjs, names.json) and the known words (words.txt).`,
  );
  process.exitCode = 1;
}
