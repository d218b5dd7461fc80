import { readFile } from "node:fs/promises";
import { parse } from "graphql";
import { LoadError } from "../settings.js";
import { graphql, type Workload } from "./workload.js";

/** Returns a workload that sends the user's query. Rejects mutations, because the load test cannot delete their records. */
export async function ownQuery(queryFile: string, variablesFile?: string): Promise<Workload> {
  const query = await readText(queryFile);
  const operations = parseDocument(query, queryFile).definitions.filter((definition) => definition.kind === "OperationDefinition");
  const [operation] = operations;
  if (operations.length !== 1 || operation?.operation !== "query")
    throw new LoadError(`${queryFile} must contain exactly one operation, and the operation must be a query.`);
  const variables = variablesFile === undefined ? [{}] : await readVariables(variablesFile);
  let index = 0;
  const name = operation.name?.value ?? "query";
  return { next: () => graphql(name, query, variables[index++ % variables.length]), notes: [] };
}

function parseDocument(text: string, file: string) {
  try {
    return parse(text);
  } catch (error) {
    throw new LoadError(`${file} is not a GraphQL document: ${(error as Error).message}`);
  }
}

async function readVariables(file: string): Promise<object[]> {
  const value = parseJson(await readText(file), file);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every((each) => typeof each === "object" && each !== null && !Array.isArray(each)))
    throw new LoadError(`${file} must contain a JSON object or a list of objects that is not empty.`);
  return list as object[];
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LoadError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new LoadError(`The file ${file} cannot be read: ${(error as Error).message}`);
  }
}
