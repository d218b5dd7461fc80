import { useEffect, useState } from "react";
import type { ApiDoc, FieldDoc, OperationDoc } from "../../src/site/operations.js";

export type { ApiDoc, FieldDoc, OperationDoc };

/** Loads the API description from `url`. Returns undefined until the response arrives. Returns the error message if the request fails. */
export function useApiDoc(url: string): ApiDoc | string | undefined {
  const [found, setFound] = useState<ApiDoc | string>();
  useEffect(() => {
    const load = async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The request for the operations failed with status ${response.status}.`);
      return (await response.json()) as ApiDoc;
    };
    load().then(setFound, (error: unknown) => setFound(error instanceof Error ? error.message : String(error)));
  }, [url]);
  return found;
}

/** Groups operations by toolset, in the order of the toolsets. */
export function groupsOf(operations: readonly OperationDoc[]): { name: string; service: string; operations: OperationDoc[] }[] {
  const groups = new Map<string, { name: string; service: string; operations: OperationDoc[] }>();
  for (const operation of operations) {
    const { toolset: name, service } = operation;
    const group = groups.get(name) ?? { name, service, operations: [] };
    group.operations.push(operation);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Returns the operations that match a search. Operations whose names contain all words of the search come first. */
export function search(operations: readonly OperationDoc[], text: string): OperationDoc[] {
  const words = text.toLowerCase().split(/[\s_]+/);
  const isNamed = ({ name }: OperationDoc) => words.every((word) => name.includes(word));
  const found = operations.filter((operation) => matches(operation, words));
  return [...found.filter(isNamed), ...found.filter((operation) => !isNamed(operation))];
}

/** True if each word of the search occurs in the name, toolset, service, level or description. */
function matches(operation: OperationDoc, words: readonly string[]): boolean {
  const { name, toolset, service, level, type, description } = operation;
  const text = `${name} ${toolset} ${service} ${level} ${type} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
