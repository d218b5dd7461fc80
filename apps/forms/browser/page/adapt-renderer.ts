import { SvgRegistry, settings } from "survey-core";

/** Makes SurveyJS's renderer fit the page: its policy, and people who do not see it. */
export function adaptRenderer(): void {
  // One icon brings a style in an attribute, which the page's policy forbids; survey.css has it.
  for (const [name, icon] of Object.entries(SvgRegistry.icons)) SvgRegistry.icons[name] = icon.replaceAll(/ style="[^"]*"/g, "");
  Object.assign(settings.titleTags, { survey: "h1", page: "h2", panel: "h3" });
}

/** Gives the items of a rating by stars or faces, which show a picture alone, the name that their tooltip has. */
export function nameUnnamed(question: HTMLElement): void {
  for (const label of question.querySelectorAll<HTMLElement>("label[title]"))
    if (!label.textContent?.trim()) label.querySelector("input")?.setAttribute("aria-label", label.title);
}
