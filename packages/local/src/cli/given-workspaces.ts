import { isUuid } from "@offergraph/shared/schema/formats";

const option = "--workspace";

/**
 * The workspaces that a command's words name, or else what OFFERGRAPH_WORKSPACE says. It may find one that the command would take for
 * something else, but overlooks none. What is no UUID is left to the command, which says so in its own words.
 */
export function givenWorkspaces(words: readonly string[], { OFFERGRAPH_WORKSPACE }: NodeJS.ProcessEnv): string[] {
  const named = words.flatMap((word, position) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option ? words.slice(position + 1, position + 2) : [];
  });
  const given = named.length > 0 ? named : [OFFERGRAPH_WORKSPACE ?? ""];
  return given.filter(isUuid).map((id) => id.toLowerCase());
}
