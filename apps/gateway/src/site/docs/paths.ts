import { specifiedScalarTypes } from "graphql";
import { code, link } from "./markdown.js";

export function operationPath(name: string): string {
  return `/docs/operations/${name}`;
}

export function operationLink(name: string): string {
  return link(code(name), operationPath(name));
}

export function eventPath(subject: string): string {
  return `/docs/events/${subject}`;
}

export function typePath(name: string): string {
  return `/docs/types/${name}`;
}

/** Returns the innermost type name of a type in GraphQL notation. */
export function namedType(type: string): string {
  return type.replace(/[[\]!]/g, "");
}

/** Writes a type in GraphQL notation, with a link to the page of the named type. */
export function typeLink(type: string): string {
  const name = namedType(type);
  return specifiedScalarTypes.some((scalar) => scalar.name === name) ? code(type) : link(code(type), typePath(name));
}
