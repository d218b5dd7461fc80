import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { type DocumentNode, GraphQLError, Kind, Lexer, type OperationDefinitionNode, parse, Source, TokenKind } from "graphql";

export interface PersistedDocument {
  document: string;
  sha256Hash: string;
  /** Names of the document's operations. */
  operationNames: string[];
}

const maxBytes = 20_000;
const maxBytesOfCall = 200_000;
// `maxTokens` and `maxNesting` limit the time and the recursion depth of the parser. At each use of a document, the gateway enforces its
// own limits.
const maxTokens = 5_000;
const maxNesting = 500;
const opening: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R]);

/** Returns the SHA-256 hash of a document's exact text. Apollo and Relay clients compute the same hash. */
export function hashOf(document: string): string {
  return createHash("sha256").update(document).digest("hex");
}

/**
 * Reads the documents that a client wants to register. Omits documents that are too long or contain no valid operation, and adds an error.
 * Lets other requests run between two documents.
 */
export async function readPersistedDocuments(documents: readonly string[], errors: Violations): Promise<PersistedDocument[]> {
  const path = ["input", "documents"];
  if (errors.has(path)) return [];
  const isTooMuch = documents.reduce((bytes, document) => bytes + Buffer.byteLength(document), 0) > maxBytesOfCall;
  if (isTooMuch)
    errors.add(path, "TOO_LONG", `The documents of one call must have at most ${maxBytesOfCall} bytes in UTF-8. Use several calls.`);
  const found: PersistedDocument[] = [];
  for (const [index, document] of documents.entries()) {
    if (Buffer.byteLength(document) > maxBytes)
      errors.add([...path, index], "TOO_LONG", `The document must have at most ${maxBytes} bytes in UTF-8.`);
    else if (!isTooMuch) {
      await nextTurn();
      found.push(...read(document, [...path, index], errors));
    }
  }
  return found;
}

function read(document: string, path: readonly (string | number)[], errors: Violations): [PersistedDocument] | [] {
  try {
    return [{ document, sha256Hash: hashOf(document), operationNames: namesOf(operationsOf(document)) }];
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    errors.add(path, "INVALID", `${error.message}${at ? ` (line ${at.line}, column ${at.column})` : ""}`);
    return [];
  }
}

function operationsOf(text: string): OperationDefinitionNode[] {
  const source = new Source(text);
  limitTokens(source);
  const { definitions }: DocumentNode = parse(source, { noLocation: true, maxTokens });
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const others = definitions.filter(({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION);
  if (others.length > 0 || operations.length === 0)
    throw new GraphQLError("The document must contain at least one query or mutation. Only fragments may be added.");
  if (operations.some(({ operation }) => operation === "subscription"))
    throw new GraphQLError("Subscriptions are not supported. Register queries and mutations.");
  return operations;
}

/** Throws GraphQLError for invalid tokens, too many tokens, or brackets that are nested too deeply. */
function limitTokens(source: Source): void {
  const lexer = new Lexer(source);
  for (let [token, open, count] = [lexer.advance(), 0, 1]; token.kind !== TokenKind.EOF; token = lexer.advance(), count++) {
    if (count > maxTokens) throw new GraphQLError(`The document may have at most ${maxTokens} tokens.`);
    if (opening.has(token.kind)) open++;
    if (closing.has(token.kind)) open--;
    if (open > maxNesting) throw new GraphQLError(`The document may nest brackets at most ${maxNesting} levels deep.`);
  }
}

function namesOf(operations: readonly OperationDefinitionNode[]): string[] {
  return operations.flatMap(({ name }) => name?.value ?? []);
}
