// Textlint rule: words and sentence forms that are not plain English or not the field's term, each with its replacement.

/** Patterns with advice. A pattern matches whole words. Add a word only if it has no correct use in this repository. */
const words = [
  [/\beldest\b/gi, 'use "oldest"'],
  [/\bbeside\b/gi, 'use "next to", "with" or "in addition to"'],
  [/\b(whoever|whomever|whosoever)\b/gi, "name the actor"],
  [/\b(tell|tells|told|telling)\b/gi, 'use "emit", "log", "notify", "report", "describe" or "show"'],
  [/\bfewest\b/gi, 'use "minimum" or "fewer than"'],
  [/\bpatience\b/gi, 'use "timeout"'],
  [/\b(spoil|spoils|spoilt|spoiled)\b/gi, 'use "corrupt" or "invalidate"'],
  [/\b(come|comes|came|becomes|became|become) of\b/gi, 'use "result of"'],
  [/\bgiv(?:e|es|en|ing) up\b|\bgave up\b/gi, 'use "void", "abandon" or "stop retrying"'],
  [/\b\d+ signs\b|\bof signs\b/gi, 'use "characters"'],
  [/\banew\b/gi, 'use "again"'],
  [/\b(?:is|are|was|were|while|being) away\b/gi, 'use "unavailable"'],
  [/\b(?:is|are|was|were) gone\b/gi, 'use "deleted", "closed" or "missing"'],
  [/\bof such\b/gi, "repeat the noun"],
  [/\bas it stands\b|\bas they stand\b|\bstands for as long\b/gi, 'use "unchanged" or "applies"'],
  [/\bit is so\b/gi, "state the condition"],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|later\b|earlier\b|faster\b|slower\b|one\b)/gi,
    'use "is not a"',
  ],
  [/\b(?:has|have) nothing to\b/gi, "say what it does not do"],
  [/\blook-ups?\b/gi, 'use "lookup"'],
  [/\bmended\b|\bmends\b/gi, 'use "fix"'],
  [/\bthe kit(?:'s)?\b/gi, 'use "service runtime"'],
  [/\bvouch(?:es|ed)?\b/gi, 'use "sign" or "verify"'],
];

const start = /(?:^|[.:!?]\s+)(What|Who|Whose|Whom|Where|Whether|How)\b(?![^.!?]*\?)/g;
const identifier = /\b(?:const|let|function|readonly) ((?:most|least|fewest)[A-Z]\w*)/g;

/** Replaces code spans, links' targets and HTML comments by spaces, so that positions stay. */
const withoutCode = (text) => text.replace(/`[^`]*`|\]\([^)]*\)|<!--[\s\S]*?-->|https?:\/\/\S+/g, (match) => match.replace(/[^\n]/g, " "));

/** Yields the position and the advice of each finding in a piece of prose. */
export function* findings(source, { sentences = true } = {}) {
  const text = withoutCode(source);
  for (const [pattern, advice] of words)
    for (const match of text.matchAll(pattern)) yield { index: match.index, message: `"${match[0].trim()}": ${advice}` };
  if (!sentences) return;
  for (const match of text.matchAll(start))
    yield {
      index: match.index + match[0].length - match[1].length,
      message: `A sentence starts with "${match[1]}": start with a verb or a noun`,
    };
}

/** Yields findings in identifiers of TypeScript. `names` maps rejected identifiers to the standard term. */
export function* identifierFindings(source, identifiers, names) {
  for (const match of source.matchAll(identifier)) yield { index: match.index, message: `"${match[1]}": use max…, min… or timeout…` };
  for (const { text, index } of identifiers)
    if (Object.hasOwn(names, text)) yield { index, message: `Identifier "${text}": use ${names[text]}` };
}

/** The rule for textlint. In text files, U+E000 separates pieces of prose. */
export function plainWords(context) {
  const { Syntax, RuleError, getSource, report, locator } = context;
  const check = (node, text, from, options) => {
    for (const { index, message } of findings(text, options)) report(node, new RuleError(message, { padding: locator.at(from + index) }));
  };
  return {
    [Syntax.Document](node) {
      const source = getSource(node);
      if (!source.includes("\uE000")) return;
      for (const match of source.matchAll(/\uE000([^\uE000]*)/g)) {
        const lead = /^\s*/.exec(match[1])[0].length;
        check(node, match[1].slice(lead).trimEnd(), match.index + 1 + lead);
      }
    },
    [Syntax.Paragraph](node) {
      const source = getSource(node);
      if (!getSource().includes("\uE000")) check(node, source, 0);
    },
    [Syntax.Header](node) {
      check(node, getSource(node), 0, { sentences: false });
    },
    [Syntax.TableCell](node) {
      check(node, getSource(node), 0);
    },
  };
}
