/** Invisible characters: controls, format characters, fillers, and line separators. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Visible format characters: Arabic, Syriac and Kaithi marks around digits. */
const visible = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
const letterBefore = /(?:[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F)$/u;
const letterAfter = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const emojiBefore = /\p{Emoji}$/u;

/**
 * Returns the error of an invalid name as the end of a sentence, or undefined if the name is valid. `joiners` permits joiners and variation
 * selectors in words and emoji.
 */
export function nameProblem(text: string, { joiners = true } = {}): string | undefined {
  if (text !== "" && /^\p{White_Space}*$/u.test(text)) return "must not consist only of spaces";
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (visible.test(character) || (joiners && isInWord(text, character, index))) continue;
    return `may not contain the invisible character ${codeOf(character)}; remove it`;
  }
  return undefined;
}

function isInWord(text: string, character: string, index: number): boolean {
  const before = text.slice(0, index);
  const after = text.slice(index + character.length);
  if (character === "\u200C" || character === "\u200D") return letterBefore.test(before) && letterAfter.test(after);
  return (character === "\uFE0F" || character === "\uFE0E") && emojiBefore.test(before);
}

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
