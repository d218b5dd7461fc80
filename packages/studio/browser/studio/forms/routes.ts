import type { Route } from "../router.js";
import { FormList } from "./form-list.js";
import { FormPage } from "./form-page.js";

export const formRoutes: readonly Route[] = [{ folder: "forms", title: "Forms", List: FormList, Page: FormPage }];
