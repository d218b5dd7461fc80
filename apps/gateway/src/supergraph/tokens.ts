import { PublicError } from "@offergraph/shared/errors/public-error";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";

/**
 * Counts tokens while lexing. Throws PublicError TOKEN_LIMIT, or GRAPHQL_PARSE_FAILED at a character that starts no token
 * and at a number that is none here: GraphQL's grammar has 1e400, a double has not.
 */
export function limitTokens(query: string, maximum: number): void {
  const source = new Source(query);
  const lexer = new Lexer(source);
  try {
    for (let count = 1; ; count++) {
      const token = lexer.advance();
      if (token.kind === TokenKind.EOF) return;
      if (count > maximum)
        throw new PublicError("TOKEN_LIMIT", `The document has more than ${maximum} tokens, the most that is allowed.`, { limit: maximum });
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
