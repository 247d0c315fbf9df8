import { type RefObject, useEffect } from "react";

/**
 * Makes a form's fields read-only while it is sent: disabled ones would lose the focus. HTML has no
 * read-only `<select>`, so that one stays changeable.
 */
export function useFrozenFields(form: RefObject<HTMLFormElement>, isSending: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!element || !isSending) return;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    // Check boxes ignore `readOnly`, but change only by clicks, which the keyboard makes, too.
    const onClick = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const field of fields) field.readOnly = true;
    element.addEventListener("click", onClick, true);
    // The style sheet dims the fields by it.
    element.dataset.sending = "";
    return () => {
      for (const field of fields) field.readOnly = false;
      element.removeEventListener("click", onClick, true);
      delete element.dataset.sending;
    };
  }, [form, isSending]);
}
