/** Operations in addition to the 68 of contract.graphql. */
export const additions: readonly string[] = ["rotate_form_placement_secret"];
