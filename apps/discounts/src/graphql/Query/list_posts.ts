import { readPostPage } from "../../db/posts.js";
import type { QueryField } from "../context.js";

export const list_posts: QueryField<"list_posts"> = (_source, given, context) => readPostPage(context, given);
