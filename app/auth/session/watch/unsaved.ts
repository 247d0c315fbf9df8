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

/** The browser mustn't ask another person about the first one's text. The page is left at once. */
export function suppressLeaveQuestion(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/**
 * At the session's end true shows a message, and false leaves the page. A form that came back with
 * errors or from a draft counts as unsaved.
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
 * Whether a text is being typed, also in a GET form (the list's search) or without a form (the
 * palette). A choice or a tick there is repeated by a click.
 */
function hasTypedText(element: Element | null): boolean {
  if (!element || !isTypedField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? isChanged(element) : element.value !== "";
}
