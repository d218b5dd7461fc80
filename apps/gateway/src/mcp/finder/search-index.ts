import { memoized } from "../../memoized.js";
import type { Tool, Tools } from "../tool.js";

interface Entry {
  readonly tool: Tool;
  /** Maps each word of the tool's texts to the word's weight. Words from the operation's name weigh more than words from the arguments. */
  readonly words: ReadonlyMap<string, number>;
}

export interface SearchIndex {
  readonly entries: readonly Entry[];
  /** Number of operations that contain each word. */
  readonly counts: ReadonlyMap<string, number>;
}

const weights = { name: 4, description: 2, arguments: 1 };
// Minimum length of a search word that also matches longer words.
const minPrefix = 4;
// A search word that matches only the start of a word has a lower score.
const prefixWeight = 0.5;

export const searchIndexOf = memoized((tools: Tools) => tools, createIndex);

function createIndex({ all }: Tools): SearchIndex {
  const entries = [...all.values()].map((tool) => ({ tool, words: wordsOfTool(tool) }));
  const counts = new Map<string, number>();
  for (const { words } of entries) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { entries, counts };
}

function wordsOfTool(tool: Tool): Map<string, number> {
  const words = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  const { description = "", inputSchema } = tool.definition("full");
  add(`${tool.name} ${tool.toolset}`, weights.name);
  add(description, weights.description);
  add(JSON.stringify(inputSchema), weights.arguments);
  return words;
}

/** Returns the tools that contain words of the query, the best match first. Rare words count more than common words. */
export function search({ entries, counts }: SearchIndex, query: string): Tool[] {
  const exact = entries.find(({ tool }) => tool.name === query.trim());
  if (exact) return [exact.tool];
  const asked = [...new Set(wordsOf(query))];
  const scored = entries.map(({ tool, words }) => {
    const score = asked.reduce((sum, word) => sum + scoreOf(word, words) * Math.log(1 + entries.length / (counts.get(word) ?? 1)), 0);
    return { tool, score };
  });
  const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return found.map(({ tool }) => tool);
}

function scoreOf(asked: string, words: ReadonlyMap<string, number>): number {
  const whole = words.get(asked);
  if (whole !== undefined) return whole;
  if (asked.length < minPrefix) return 0;
  let best = 0;
  for (const [word, weight] of words) if (weight > best && word.startsWith(asked)) best = weight;
  return best * prefixWeight;
}

/**
 * Splits names and texts into lower-case words, and removes grammatical endings. For example, "createdAt" and "created at" have the same
 * words.
 */
export function wordsOf(text: string): string[] {
  const separated = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return (separated.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}

function stem(word: string): string {
  const singular = word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
  if (singular.length <= minPrefix) return singular;
  return singular
    .replace(/y$/, "i")
    .replace(/(ing|ed|e)$/, "")
    .replace(/([bdgklmnprt])\1$/, "$1");
}
