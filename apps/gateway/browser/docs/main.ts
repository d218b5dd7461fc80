/** Shows the search field. Hides pages that lack a word of the search. */
function connectSearch(form: HTMLFormElement): void {
  const field = form.querySelector("input");
  const status = form.querySelector("[data-search-count]");
  const entries = [...document.querySelectorAll<HTMLLIElement>("article > ul > li")].map((item) => ({
    item,
    text: item.textContent?.toLowerCase().replaceAll("_", " ") ?? "",
  }));
  if (!field || !status) return;
  const filter = () => {
    const words = wordsOf(field.value);
    let count = 0;
    for (const { item, text } of entries) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    for (const heading of document.querySelectorAll<HTMLElement>("article > h2")) {
      const list = heading.nextElementSibling;
      heading.hidden = list !== null && list.querySelector("li:not([hidden])") === null;
    }
    status.textContent = words.length === 0 ? "" : `${count} ${count === 1 ? "page" : "pages"} found.`;
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const links = entries.filter(({ item }) => !item.hidden).flatMap(({ item }) => item.querySelector("a") ?? []);
    const best = links.find(({ textContent }) => wordsOf(textContent ?? "").join() === wordsOf(field.value).join()) ?? links[0];
    if (field.value.trim() !== "" && best) location.assign(best.href);
  });
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", filter);
  filter();
  field.focus();
}

/** Underscores separate words. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-search]")) connectSearch(form);
