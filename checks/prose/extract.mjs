import ts from "typescript";

const separator = "\uE000";
const isSentence = (text) => /\p{L}{2,} +\S+ +\S+/u.test(text);

/** Replaces all characters outside the ranges by blanks, and marks the start of each range by a separator. Positions do not change. */
function keep(source, ranges) {
  let result = "";
  let at = 0;
  const blank = (text) => text.replace(/[^\n]/g, " ");
  for (const { from, to } of [...ranges].sort((left, right) => left.from - right.from)) {
    if (from < at) continue;
    // The character before the range is a quote, or the second character of `//` or `/*`.
    result += `${blank(source.slice(at, from - 1))}${separator}${source.slice(from, to)}`;
    at = to;
  }
  return result + blank(source.slice(at));
}

/** Returns the descriptions of an SDL document. */
export function proseOfSdl(source) {
  const ranges = [];
  for (const match of source.matchAll(/^[ \t]*("""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"[ \t]*$)/gm)) {
    const mark = match[2] === undefined ? 1 : 3;
    const from = match.index + match[0].indexOf('"') + mark;
    ranges.push({ from, to: from + (match[2] ?? match[3]).length });
  }
  return keep(source, ranges);
}

export function parseCode(source, file) {
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
}

/** Returns the comments and messages of a parsed TypeScript file. For a test file, returns the comments and titles. */
export function proseOfCode(tree) {
  const { text: source, fileName: file } = tree;
  const isTest = /\.(test|e2e)\.ts$|\/testing\/|^e2e\/|^bench\//.test(file);
  const comments = new Map();
  const ranges = [];
  const commentsAt = (position) => {
    for (const range of [...(ts.getLeadingCommentRanges(source, position) ?? []), ...(ts.getTrailingCommentRanges(source, position) ?? [])])
      comments.set(range.pos, range);
  };
  const isTitle = (node) =>
    ts.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    /^(it|describe|test)\b/.test(node.parent.expression.getText(tree));
  const addText = (node) => {
    const isTemplate = ts.isTemplateExpression(node);
    if (!isSentence(isTemplate ? node.getText(tree) : node.text) || (isTest && (isTemplate || !isTitle(node)))) return;
    ranges.push({ from: node.getStart(tree) + 1, to: node.end - 1 });
  };
  const visit = (node) => {
    commentsAt(node.pos);
    commentsAt(node.end);
    // A tagged template is SQL.
    if (ts.isTaggedTemplateExpression(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) addText(node);
    else ts.forEachChild(node, visit);
    if (ts.isBlock(node) || ts.isSourceFile(node)) commentsAt(node.getLastToken(tree)?.pos ?? node.end);
  };
  visit(tree);
  // Joins adjacent line comments.
  let last;
  for (const { pos, end, kind } of [...comments.values()].sort((left, right) => left.pos - right.pos)) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (isLine && last && /^\n[ \t]*$/.test(source.slice(last.to, pos))) {
      last.to = end;
      continue;
    }
    const mark = /^(\/\*\*?|\/\/)/.exec(source.slice(pos, end))[0].length;
    const range = { from: pos + mark, to: isLine ? end : end - 2 };
    ranges.push(range);
    last = isLine ? range : undefined;
  }
  return keep(source, ranges)
    .replace(/^[ \t]*(\/\/|\*)(?= |$)/gm, (match) => " ".repeat(match.length))
    .replace(/\$\{[^{}]*\}/g, (match) => match.replace(/[^\n]/g, " "));
}

/** Returns the identifiers of a parsed TypeScript file, without strings and comments. */
export function identifiersOf(tree) {
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node)) found.push({ text: node.text, index: node.getStart(tree) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
