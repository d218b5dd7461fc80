import { isUuid } from "@offergraph/shared/schema/formats";

const option = "--workspace";

/** Returns the valid workspace ids in a command's arguments, else OFFERGRAPH_WORKSPACE; maybe more than the command reads. */
export function givenWorkspaces(words: readonly string[], { OFFERGRAPH_WORKSPACE }: NodeJS.ProcessEnv): string[] {
  const named = words.flatMap((word, position) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option ? words.slice(position + 1, position + 2) : [];
  });
  const given = named.length > 0 ? named : [OFFERGRAPH_WORKSPACE ?? ""];
  return given.filter(isUuid).map((id) => id.toLowerCase());
}
