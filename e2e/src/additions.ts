/** Operations that contract.graphql does not contain. */
export const additions: readonly string[] = ["rotate_form_placement_secret"];
