import { PublicError } from "@offergraph/shared/errors/public-error";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";

/** Counts tokens while lexing. Throws PublicError TOKEN_LIMIT, or GRAPHQL_PARSE_FAILED at a character that starts no token. */
export function limitTokens(query: string, maximum: number): void {
  const lexer = new Lexer(new Source(query));
  try {
    for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count++) {
      if (count > maximum)
        throw new PublicError("TOKEN_LIMIT", `The document has more than ${maximum} tokens, the most that is allowed.`, { limit: maximum });
    }
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

export function parseFailure(error: GraphQLError): PublicError {
  return new PublicError("GRAPHQL_PARSE_FAILED", error.message, { locations: error.locations });
}
