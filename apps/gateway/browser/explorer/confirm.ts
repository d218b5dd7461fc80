let isAllowed = false;

/** Asks the user whether to send a mutation. The answer "do not ask again" applies until the page is closed. */
export function confirmMutation(name: string): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>("#confirm-mutation");
  if (isAllowed || !dialog) return Promise.resolve(true);
  const title = dialog.querySelector("[data-name]");
  const remember = dialog.querySelector<HTMLInputElement>("input");
  if (title) title.textContent = name || "This mutation";
  if (remember) remember.checked = false;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        const isConfirmed = dialog.returnValue === "run";
        isAllowed = isConfirmed && remember?.checked === true;
        resolve(isConfirmed);
      },
      { once: true },
    );
  });
}
