import { isChanged, isTypedField } from "~/ui/restored-typing";

const edited = new WeakSet<HTMLFormElement>();

export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) edited.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** The browser asks about unsaved text when a page is left. Another person couldn't answer. */
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
    return isRestored || edited.has(form) || fields.some(isChanged) || wrongField !== null;
  });
}

/** A search field holds the search of the address at first. The palette's field has no form. */
function isTypedInto(element: Element | null): boolean {
  if (!element || !isTypedField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? isChanged(element) : element.value !== "";
}
