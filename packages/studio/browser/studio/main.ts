import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import { replaceInjectedStyle } from "./styles-by-policy.js";

const place = document.querySelector<HTMLElement>("#studio");
const field = document.querySelector<HTMLInputElement>("input[data-key-field]");
if (place && field) {
  replaceInjectedStyle();
  createRoot(place).render(createElement(App, { prefix: place.dataset.prefix ?? "", field }));
}
