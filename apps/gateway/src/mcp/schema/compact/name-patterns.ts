/** Returns a short regular expression that matches exactly these GraphQL names. Common prefixes and suffixes occur only once. */
export function patternOf(names: readonly string[]): string {
  const [only = "", ...others] = alternatives([...new Set(names)]);
  return others.length === 0 ? `^${only}$` : `^(${[only, ...others].join("|")})$`;
}

/**
 * Returns a regular expression that matches the names and none of `others`. If no name in `others` contains the last word of one of the
 * names, the expression contains only these last words, as in "To|Than".
 */
export function patternAmong(names: readonly string[], others: readonly string[]): string {
  const endings = [...new Set(names.map((name) => wordsOf(name).at(-1) ?? name))];
  const [short, exact] = [endings.join("|"), patternOf(names)];
  return short.length < exact.length && !others.some((name) => endings.some((ending) => name.includes(ending))) ? short : exact;
}

export function alternativesOf(names: readonly string[]): string {
  return alternatives([...new Set(names)]).join("|");
}

const minStems = 2;
const brackets = "()".length;

function alternatives(names: readonly string[]): string[] {
  if (names.length < minStems) return [...names];
  return paired(names) ?? affixed(names) ?? [...names];
}

/** If several names also occur with the same suffix, writes the suffix once, as in "(greater|less)Than(OrEqualTo)?". */
function paired(names: readonly string[]): string[] | undefined {
  const ending = names
    .flatMap((stem) => names.flatMap((name) => (name !== stem && name.startsWith(stem) ? [name.slice(stem.length)] : [])))
    .find((one) => stemsWith(names, one).length >= minStems);
  if (ending === undefined) return undefined;
  const stems = stemsWith(names, ending);
  const covered = new Set(stems.flatMap((stem) => [stem, stem + ending]));
  return [...alternatives(names.filter((name) => !covered.has(name))), `${group(stems)}(${ending})?`];
}

/** Returns the names that the list also contains with this suffix. For the suffix "E" and the list "a, aE, aEE", returns only "a". */
function stemsWith(names: readonly string[], ending: string): string[] {
  const stems: string[] = [];
  for (const name of names) if (names.includes(name + ending) && !stems.some((stem) => stem + ending === name)) stems.push(name);
  return stems;
}

/** Writes a prefix or suffix of several names only once. Chooses the prefix or suffix that saves the most characters. */
function affixed(names: readonly string[]): string[] | undefined {
  const found = names
    .flatMap((name) => [...splits(name)])
    .flatMap(([before, after]) => [
      saving(names, before, (name) => name.startsWith(before)),
      saving(names, after, (name) => name.endsWith(after)),
    ])
    .reduce<Affix | undefined>((best, one) => (one.saved > (best?.saved ?? 0) ? one : best), undefined);
  if (!found) return undefined;
  const { affix, members } = found;
  const atStart = members.every((name) => name.startsWith(affix));
  const stems = members.map((name) => (atStart ? name.slice(affix.length) : name.slice(0, -affix.length)));
  const together = atStart ? `${affix}${group(stems)}` : `${group(stems)}${affix}`;
  return [...alternatives(names.filter((name) => !members.includes(name))), together];
}

interface Affix {
  affix: string;
  members: string[];
  saved: number;
}

function saving(names: readonly string[], affix: string, has: (name: string) => boolean): Affix {
  const members = names.filter((name) => name.length > affix.length && has(name));
  return { affix, members, saved: affix.length * (members.length - 1) - brackets };
}

function group(names: readonly string[]): string {
  const [only = "", ...others] = alternatives(names);
  return others.length === 0 ? only : `(${[only, ...others].join("|")})`;
}

function* splits(name: string): Iterable<[string, string]> {
  const words = wordsOf(name);
  for (let at = 1; at < words.length; at++) yield [words.slice(0, at).join(""), words.slice(at).join("")];
}

function wordsOf(name: string): string[] {
  return name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|_+|\d+/g) ?? [name];
}
