import { type RefObject, useEffect } from "react";

/** Read-only, because a disabled field would lose the focus. HTML has no read-only `<select>`. */
export function useFrozenFields(form: RefObject<HTMLFormElement>, isSending: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!element || !isSending) return;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    // Check boxes ignore `readOnly`. They change by click events, also from the keyboard.
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
