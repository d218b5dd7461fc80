import { PublicError } from "@offergraph/shared/errors/public-error";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";

/**
 * Counts tokens while lexing. Throws PublicError TOKEN_LIMIT, or GRAPHQL_PARSE_FAILED at an invalid character and at a number that
 * exceeds a double (1e400).
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
        throw new GraphQLError("A number is too large for a double.", { source, positions: [token.start] });
    }
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

export function parseFailure(error: GraphQLError): PublicError {
  return new PublicError("GRAPHQL_PARSE_FAILED", error.message, { locations: error.locations });
}
