import type { Route } from "../router.js";
import { CodeList } from "./code-list.js";
import { CodePage } from "./code-page.js";

export const codeRoutes: readonly Route[] = [{ folder: "codes", title: "Codes", List: CodeList, Page: CodePage }];
