const edited = new WeakSet<HTMLFormElement>();

export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) edited.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** Another person is there to answer the question about unsaved text. */
export function askNothing(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/** A form that came back with errors or from a draft counts, too. */
export function hasUnsavedTyping(): boolean {
  if (isTypedInto(document.activeElement)) return true;
  const forms = [...document.forms].filter(({ method }) => method === "post");
  const restored = new URLSearchParams(window.location.search).has("draft");
  return forms.some((form) => {
    const fields = [...form.elements].filter(isField);
    if (fields.length === 0) return false;
    // The uploaded file has wrong cells, but nobody typed those.
    const wrong = form.querySelector("[aria-invalid=true]:not(td *)");
    return restored || edited.has(form) || fields.some(differs) || wrong !== null;
  });
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const NOT_TYPED = new Set(["hidden", "submit", "button", "image", "reset"]);

function isField(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return !NOT_TYPED.has(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/** The address holds a search already; the palette's field belongs to no form. */
function isTypedInto(element: Element | null): boolean {
  if (!element || !isField(element) || element.matches("select, [type=checkbox], [type=radio]")) return false;
  return element.form ? differs(element) : element.value !== "";
}

function differs(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.defaultSelected && !option.selected);
  }
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return field.checked !== field.defaultChecked;
  }
  return field.value !== field.defaultValue;
}
