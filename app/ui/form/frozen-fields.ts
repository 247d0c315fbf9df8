import { type RefObject, useEffect } from "react";

/**
 * Makes the fields of a form that is being sent read-only: a disabled field would lose the focus. A
 * `<select>` can still be changed, because HTML has no read-only one.
 */
export function useFrozenFields(form: RefObject<HTMLFormElement>, isSending: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!element || !isSending) return;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    // For check boxes, which ignore `readOnly`: also the keyboard changes them by a click event.
    const onClick = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const field of fields) field.readOnly = true;
    element.addEventListener("click", onClick, true);
    element.dataset.sending = "";
    return () => {
      for (const field of fields) field.readOnly = false;
      element.removeEventListener("click", onClick, true);
      delete element.dataset.sending;
    };
  }, [form, isSending]);
}
