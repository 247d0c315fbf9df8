import { isChanged, isTypedField } from "~/ui/restored-typing";

const editedForms = new WeakSet<HTMLFormElement>();

export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) editedForms.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** Before a reload for another person, whom the browser mustn't ask about text that isn't theirs. */
export function suppressLeaveQuestion(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/** A form that came back with errors or from a draft counts, too. */
export function hasUnsavedTyping(): boolean {
  if (isTypedInto(document.activeElement)) return true;
  const forms = [...document.forms].filter(({ method }) => method === "post");
  const isRestored = new URLSearchParams(window.location.search).has("draft");
  return forms.some((form) => {
    const fields = [...form.elements].filter(isTypedField);
    if (fields.length === 0) return false;
    // The uploaded file has wrong cells, but nobody typed those.
    const wrongField = form.querySelector("[aria-invalid=true]:not(td *)");
    return isRestored || editedForms.has(form) || fields.some(isChanged) || wrongField !== null;
  });
}

/**
 * Counts a search, too, and the palette's field, which has no form. A search field begins with the
 * address's search.
 */
function isTypedInto(element: Element | null): boolean {
  if (!element || !isTypedField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? isChanged(element) : element.value !== "";
}
