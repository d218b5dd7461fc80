import { isObject, type Json } from "./draft-walk.js";

export interface ModelQuestion {
  type: string;
  key: string;
}

const withoutAnswer: ReadonlySet<string> = new Set(["html", "image", "expression", "empty"]);
const listsOfElements = ["pages", "elements", "questions"] as const;

/** Returns the questions that take an answer. Includes questions in panels, but not questions in dynamic panels and matrices. */
export function questionsOf(model: Json): ModelQuestion[] {
  return listsOfElements.flatMap((list) => {
    const members = model[list];
    return Array.isArray(members) ? members.filter(isObject).flatMap((member) => elementsOf(member, list === "pages")) : [];
  });
}

function elementsOf(element: Json, isPage: boolean): ModelQuestion[] {
  const { type, name, valueName } = element;
  if (isPage || type === "panel") return questionsOf(element);
  if (typeof type !== "string" || withoutAnswer.has(type)) return [];
  const key = typeof valueName === "string" && valueName !== "" ? valueName : name;
  return [{ type, key: typeof key === "string" ? key : "" }];
}
