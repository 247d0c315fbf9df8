/** Forms that somebody typed into on this page. */
const edited = new WeakSet<HTMLFormElement>();

/** Notices typing from now on. @returns what stops it */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => {
    const form = (target as { form?: HTMLFormElement | null } | null)?.form;
    if (form) edited.add(form);
  };
  document.addEventListener("input", onInput, true);
  return () => document.removeEventListener("input", onInput, true);
}

/** Has the page go without a question about what is typed in it: somebody else is there to answer. */
export function askNothing(): void {
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}

/**
 * Whether the page holds something that leaving it would lose: a form that writes, typed into, differing from what
 * the server sent, sent back with errors, or filled in from a draft; or any field in which somebody is just typing.
 */
export function hasUnsavedTyping(): boolean {
  if (isTypedInto(document.activeElement)) return true;
  const forms = [...document.forms].filter(({ method }) => method === "post");
  const restored = new URLSearchParams(window.location.search).has("draft");
  return forms.some((form) => {
    const fields = [...form.elements].filter(isField);
    if (fields.length === 0) return false;
    // The cells of a file that was sent are wrong in it, not as somebody typed them here.
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

/** A search that the page's address holds already is no loss; the palette's field belongs to no form. */
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
