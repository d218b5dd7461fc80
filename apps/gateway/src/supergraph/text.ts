import { PublicError } from "@offergraph/shared/errors/public-error";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";

const opening = new Set(["(", "[", "{"].map((bracket) => bracket.charCodeAt(0)));
const closing = new Set([")", "]", "}"].map((bracket) => bracket.charCodeAt(0)));
const [quote, hash, backslash, lineFeed, carriageReturn] = [0x22, 0x23, 0x5c, 0x0a, 0x0d];

/** Computes the depth of brackets and the number of comments in GraphQL. Checks no syntax, because the lexer does. */
export function measureText(text: string): { nesting: number; comments: number } {
  let [open, nesting, comments] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === hash) {
      comments++;
      index = endOfLine(text, index);
    } else if (opening.has(code)) {
      open++;
      if (open > nesting) nesting = open;
    } else if (closing.has(code) && open > 0) open--;
  }
  return { nesting, comments };
}

/** Returns the index of a string's last character. If the string has no closing quote, returns the end of the line. */
function endOfString(text: string, start: number): number {
  if (text.startsWith('"""', start)) return endOfBlockString(text, start + 3);
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote || code === lineFeed || code === carriageReturn) return index;
    if (code === backslash) index++;
  }
  return text.length;
}

function endOfBlockString(text: string, start: number): number {
  for (let from = start; ; from++) {
    from = text.indexOf('"""', from);
    if (from < 0) return text.length;
    if (text.charCodeAt(from - 1) !== backslash || from === start) return from + 2;
  }
}

function endOfLine(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === lineFeed || code === carriageReturn) return index;
  }
  return text.length;
}

/**
 * Counts the tokens of a document. Throws PublicError TOKEN_LIMIT. Throws GRAPHQL_PARSE_FAILED for a syntax error or a number that is too
 * large for a 64-bit float.
 */
export function limitTokens(query: string, maximum: number): void {
  const source = new Source(query);
  const lexer = new Lexer(source);
  try {
    for (let count = 1; ; count++) {
      const token = lexer.advance();
      if (token.kind === TokenKind.EOF) return;
      if (count > maximum) throw new PublicError("TOKEN_LIMIT", `The document exceeds the limit of ${maximum} tokens.`, { limit: maximum });
      const isNumber = token.kind === TokenKind.INT || token.kind === TokenKind.FLOAT;
      if (isNumber && !Number.isFinite(Number(token.value)))
        throw new GraphQLError("A number is too large for a 64-bit float.", { source, positions: [token.start] });
    }
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

export function parseFailure(error: GraphQLError): PublicError {
  return new PublicError("GRAPHQL_PARSE_FAILED", error.message, { locations: error.locations });
}
