/** Returns a form's title in its first language. */
export function titleOf({ title }: { title?: unknown }): string {
  const text = typeof title === "object" && title !== null ? Object.values(title)[0] : title;
  return typeof text === "string" && text ? text : "Form";
}
