import type { Additions } from "./additions.js";

export const forms: Additions = { operations: ["rotate_form_placement_secret", "erase_customer"] };
