import { type RefObject, useEffect } from "react";

/** Keeps a form's fields as they are while it is on its way, and the focus in them. */
export function useFrozenFields(form: RefObject<HTMLFormElement>, sending: boolean) {
  useEffect(() => {
    const element = form.current;
    if (!element || !sending) return;
    const fields = element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    // Check boxes ignore `readOnly`, but change only by clicks, which the keyboard makes, too.
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
  }, [form, sending]);
}
