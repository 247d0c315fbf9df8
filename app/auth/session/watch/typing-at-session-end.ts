import { isChanged, isTypedField } from "~/ui/restored-typing";

const editedForms = new WeakSet<HTMLFormElement>();

/** Remembers each form that is typed into. @returns a function that ends it */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) editedForms.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** Leaves the page without the browser's question, which would show one person's text to another. */
export function suppressLeaveQuestion(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/**
 * Whether text would be lost if the page were left at the session's end: in a field that was changed,
 * or in a form that came back with errors or from a draft.
 */
export function hasUnsavedTyping(): boolean {
  if (hasTypedText(document.activeElement)) return true;
  const forms = [...document.forms].filter(({ method }) => method === "post");
  const isRestored = new URLSearchParams(window.location.search).has("draft");
  return forms.some((form) => {
    const fields = [...form.elements].filter(isTypedField);
    if (fields.length === 0) return false;
    // Cells of an uploaded file may be wrong, too, but nobody typed them.
    const wrongField = form.querySelector("[aria-invalid=true]:not(td *)");
    return isRestored || editedForms.has(form) || fields.some(isChanged) || wrongField !== null;
  });
}

/**
 * Whether a text is being typed, also into the list's search or the palette. A tick or a choice
 * doesn't count, because one click repeats it.
 */
function hasTypedText(element: Element | null): boolean {
  if (!element || !isTypedField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? isChanged(element) : element.value !== "";
}
