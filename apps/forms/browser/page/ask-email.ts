import { isEmail, maxEmailLength } from "../../src/domain/email.js";
import { texts } from "./language.js";
import { element } from "./view.js";

/** Creates a form that asks for the visitor's email address and states its purpose. Calls `given` with a valid address. */
export function emailForm(given: (email: string) => Promise<void>): HTMLFormElement {
  const { emailLabel, emailWhy, emailSend, emailInvalid } = texts();
  const form = element("form", "", "ask");
  form.noValidate = true;
  const label = element("label", emailLabel);
  label.htmlFor = "email";
  const input = element("input", "");
  Object.assign(input, { id: "email", type: "email", autocomplete: "email", maxLength: maxEmailLength, required: true });
  input.setAttribute("aria-describedby", "email-why email-error");
  const why = element("p", emailWhy, "quiet");
  why.id = "email-why";
  const error = element("p", "", "error");
  error.id = "email-error";
  error.setAttribute("role", "alert");
  const button = element("button", emailSend, "button");
  form.append(label, input, error, button, why);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const email = input.value.trim();
    const isValid = isEmail(email);
    error.textContent = isValid ? "" : emailInvalid;
    input.setAttribute("aria-invalid", String(!isValid));
    if (!isValid) return input.focus();
    button.disabled = true;
    void given(email).finally(() => {
      button.disabled = false;
    });
  });
  return form;
}
