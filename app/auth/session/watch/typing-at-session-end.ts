import { isChanged, isTypedField } from "~/ui/restored-typing";

const editedForms = new WeakSet<HTMLFormElement>();

/** @returns a function that removes the listener */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) editedForms.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

export function suppressLeaveQuestion(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/** A field was changed, or a form was shown again with errors or from a draft. */
export function hasUnsavedTyping(): boolean {
  if (hasTypedText(document.activeElement)) return true;
  const forms = [...document.forms].filter(({ method }) => method === "post");
  const isRestored = new URLSearchParams(window.location.search).has("draft");
  return forms.some((form) => {
    const fields = [...form.elements].filter(isTypedField);
    if (fields.length === 0) return false;
    // Invalid cells of an uploaded file (`td`) don't count: nobody typed them.
    const wrongField = form.querySelector("[aria-invalid=true]:not(td *)");
    return isRestored || editedForms.has(form) || fields.some(isChanged) || wrongField !== null;
  });
}

/** Also in the list's search or the palette. A tick or choice doesn't count: a click repeats it. */
function hasTypedText(element: Element | null): boolean {
  if (!element || !isTypedField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? isChanged(element) : element.value !== "";
}
