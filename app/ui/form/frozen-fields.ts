import { type RefObject, useEffect } from "react";

/**
 * Makes a form's fields read-only while the form is sent: a disabled field would lose the focus.
 * HTML has no read-only `<select>`, so a `<select>` stays changeable.
 */
export function useFrozenFields(form: RefObject<HTMLFormElement>, isSending: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!element || !isSending) return;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    // Check boxes ignore `readOnly`, but change only by click events, also from the keyboard.
    const onClick = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const field of fields) field.readOnly = true;
    element.addEventListener("click", onClick, true);
    // A rule for `data-sending` dims the fields.
    element.dataset.sending = "";
    return () => {
      for (const field of fields) field.readOnly = false;
      element.removeEventListener("click", onClick, true);
      delete element.dataset.sending;
    };
  }, [form, isSending]);
}
