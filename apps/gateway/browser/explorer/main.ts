import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Explorer } from "./explorer.js";

const place = document.querySelector<HTMLElement>("#explorer");
const panel = document.querySelector<HTMLElement>("#operations");
if (place && panel) {
  const { endpoint = "", operations = "", query = "" } = place.dataset;
  createRoot(place).render(createElement(Explorer, { endpoint, operations, query, panel }));
}
