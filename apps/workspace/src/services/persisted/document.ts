import { createHash } from "node:crypto";
import type { Violations } from "@offergraph/shared/errors/user-error";
import { type DocumentNode, GraphQLError, Kind, Lexer, type OperationDefinitionNode, parse, Source, TokenKind } from "graphql";

export interface PersistedDocument {
  document: string;
  sha256Hash: string;
  /** Names of the document's operations. */
  operationNames: string[];
}

const maxLength = 20_000;
// Protects the parser, which is recursive. The gateway's limits are settings, which it enforces at each use.
const maxNesting = 500;
const opening: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R]);

/** Returns the hash of a document's exact text, as Apollo and Relay clients compute it. */
export function hashOf(document: string): string {
  return createHash("sha256").update(document).digest("hex");
}

/** Reads a document that a client wants to register. Adds an error at `path` if the text is too long or contains no valid operation. */
export function readPersistedDocument(
  document: string,
  path: readonly (string | number)[],
  errors: Violations,
): PersistedDocument | undefined {
  if ([...document].length > maxLength) {
    errors.add(path, "TOO_LONG", `The document must have at most ${maxLength} characters.`);
    return;
  }
  try {
    return { document, sha256Hash: hashOf(document), operationNames: namesOf(operationsOf(document)) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    errors.add(path, "INVALID", `${error.message}${at ? ` (line ${at.line}, column ${at.column})` : ""}`);
  }
}

function operationsOf(text: string): OperationDefinitionNode[] {
  const source = new Source(text);
  limitNesting(source);
  const { definitions }: DocumentNode = parse(source, { noLocation: true });
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const others = definitions.filter(({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION);
  if (others.length > 0 || operations.length === 0)
    throw new GraphQLError("The document must contain at least one query or mutation, and otherwise only fragments.");
  if (operations.some(({ operation }) => operation === "subscription"))
    throw new GraphQLError("Subscriptions are not supported. Register queries and mutations.");
  return operations;
}

/** Throws GraphQLError for invalid tokens and for brackets that are nested too deeply. */
function limitNesting(source: Source): void {
  const lexer = new Lexer(source);
  for (let [token, open] = [lexer.advance(), 0]; token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (opening.has(token.kind)) open++;
    if (closing.has(token.kind)) open--;
    if (open > maxNesting) throw new GraphQLError(`The document may nest brackets at most ${maxNesting} levels deep.`);
  }
}

function namesOf(operations: readonly OperationDefinitionNode[]): string[] {
  return operations.flatMap(({ name }) => name?.value ?? []);
}
