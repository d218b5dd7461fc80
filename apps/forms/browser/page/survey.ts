import { Model, type Question, type QuestionRatingModel, SvgRegistry, settings } from "survey-core";
import { renderSurvey } from "survey-js-ui";
import type { Answers, Offer, Taken, UserError } from "./collect.js";
import { texts } from "./language.js";
import { pipeSafely } from "./safe-piping.js";
import type { StoredResponse } from "./stored-response.js";
import { part } from "./view.js";

/** Adapts SurveyJS's renderer to the Content Security Policy and to screen readers. */
function adaptRenderer(): void {
  // Removes the style attributes of icons, because the policy forbids style attributes. survey.css contains the same styles.
  for (const [name, icon] of Object.entries(SvgRegistry.icons)) SvgRegistry.icons[name] = icon.replaceAll(/ style="[^"]*"/g, "");
  Object.assign(settings.titleTags, { survey: "h1", page: "h2", panel: "h3" });
}

/** If a rating item shows only a star or a face, the tooltip becomes the accessible name. */
function nameUnnamed(question: HTMLElement): void {
  for (const label of question.querySelectorAll<HTMLElement>("label[title]"))
    if (!label.textContent?.trim()) label.querySelector("input")?.setAttribute("aria-label", label.title);
}

interface Handlers {
  /** Called on each answer and page change. `given` contains all answers, and `valid` only the valid answers. */
  changed(given: Answers, valid: Answers, page: number): void;
  /**
   * Called before the survey shows the next page, and at the end of the survey. Returns the server's errors, or undefined if the response
   * has an outcome.
   */
  checked(answers: Answers, isLast: boolean): Promise<Taken | undefined>;
}

/** Shows the form. `locale` applies to a model without a locale. */
export function showSurvey(
  model: Offer["form"]["model"],
  locale: string,
  kept: Pick<StoredResponse, "answers" | "page">,
  { changed, checked }: Handlers,
): Model {
  adaptRenderer();
  const survey = new Model(model);
  if (model.locale === undefined && locale !== "en") survey.locale = locale;
  for (const question of survey.getAllQuestions()) showAsButtons(question);
  pipeSafely(survey);
  survey.isCompact = true;
  survey.showCompletePage = false;
  // Shows errors below the question, because space above a focused question may be out of view.
  if (model.questionErrorLocation === undefined) survey.questionErrorLocation = "bottom";
  survey.textUpdateMode = "onTyping";
  survey.focusFirstQuestionAutomatic = false;
  survey.data = kept.answers;
  survey.currentPageNo = kept.page;
  const note = () => changed(survey.data as Answers, validAnswers(survey), survey.currentPageNo);
  survey.onAfterRenderQuestion.add((_, { htmlElement }) => nameUnnamed(htmlElement));
  survey.onValueChanged.add(note);
  survey.onCurrentPageChanged.add(note);
  survey.onServerValidateQuestions.add((_, options) => {
    const { isLastPage: isLast } = survey;
    void checked(isLast ? survey.data : validAnswers(survey), isLast).then((taken) => {
      if (!taken) return;
      Object.assign(options.errors, errorsByQuestion(survey, taken.userErrors));
      options.complete();
    });
  });
  part("loading").hidden = true;
  part("form").hidden = false;
  part("skip").textContent = texts().skip;
  part("title").hidden = survey.renderedHasTitle;
  if (survey.processedTitle) document.title = survey.processedTitle;
  renderSurvey(survey, part("survey"));
  // Moves the focus to the top of the new page, for keyboard and screen reader users.
  survey.onCurrentPageChanged.add(() => part("survey").focus({ preventScroll: true }));
  // Sends the stored answers, because a reload may have interrupted the last request.
  if (!survey.isEmpty) note();
  return survey;
}

/**
 * Returns the HTML of the end page, or an empty string if the model defines no end page. Without an end page, `completedHtml` contains
 * SurveyJS's default text.
 */
export function thanksOf(survey: Model): string {
  const isOwn = !survey.locCompletedHtml.isEmpty || survey.renderedCompletedHtml !== survey.completedHtml;
  return isOwn ? survey.processedCompletedHtml : "";
}

const maxButtons = 11;

/** On small screens, shows ratings with up to eleven numbers as buttons instead of a dropdown. */
function showAsButtons(question: Question): void {
  if (question.getType() !== "rating") return;
  const rating = question as QuestionRatingModel;
  if (rating.displayMode !== "auto" || rating.rateType !== "labels" || rating.visibleRateValues.length > maxButtons) return;
  if (!rating.visibleRateValues.every(({ text }) => text.length <= 2)) return;
  rating.displayMode = "buttons";
  rating.rateDescriptionLocation = "bottom";
}

function validAnswers(survey: Model): Answers {
  const broken = survey.getAllQuestions().filter((question: Question) => !question.isEmpty() && !question.validate(false));
  const names = new Set(broken.map((question) => question.getValueName()));
  return Object.fromEntries(Object.entries(survey.data as Answers).filter(([name]) => !names.has(name)));
}

/** Returns error messages by question name. Assigns errors without a question to the first visible question. */
function errorsByQuestion(survey: Model, userErrors: readonly UserError[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of userErrors) {
    const named = survey.getAllQuestions().find((question) => field.includes(question.getValueName()));
    const question = named ?? survey.currentPage?.questions[0];
    if (question) errors[question.name] = message;
  }
  return errors;
}
