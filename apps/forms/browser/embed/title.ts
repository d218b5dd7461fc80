/** What a form calls itself, in the first of its languages. */
export function titleOf({ title }: { title?: unknown }): string {
  const text = typeof title === "object" && title !== null ? Object.values(title)[0] : title;
  return typeof text === "string" && text ? text : "Form";
}
