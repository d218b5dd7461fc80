import { SvgRegistry, settings } from "survey-core";

/** Adapts SurveyJS's renderer to the Content Security Policy and to screen readers. */
export function adaptRenderer(): void {
  // One icon has a style attribute, which the policy forbids; survey.css has the rule.
  for (const [name, icon] of Object.entries(SvgRegistry.icons)) SvgRegistry.icons[name] = icon.replaceAll(/ style="[^"]*"/g, "");
  Object.assign(settings.titleTags, { survey: "h1", page: "h2", panel: "h3" });
}

/** Sets the accessible name of rating items that show only a star or face, from their tooltip. */
export function nameUnnamed(question: HTMLElement): void {
  for (const label of question.querySelectorAll<HTMLElement>("label[title]"))
    if (!label.textContent?.trim()) label.querySelector("input")?.setAttribute("aria-label", label.title);
}
