import { type MouseEvent, useRef } from "react";
import { type ButtonLook, buttonClass } from "~/ui/button";
import { sentLast, useSentForm } from "~/ui/connection/stalled-requests";

type SubmitButtonProps = {
  children: string;
  /** Said while the form is on its way. */
  pending: string;
  variant?: ButtonLook["variant"];
  /** What the button adds to the form, where a form has several. */
  name?: string;
  value?: string;
};

/** Stays focusable while a form of the page is on its way, and a second click then does nothing. */
export function SubmitButton({ children, pending, variant = "filled", name, value }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const busy = useSentForm() !== undefined;
  return (
    <button
      ref={button}
      type="submit"
      className={buttonClass({ variant })}
      name={name}
      value={value}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : undefined}
    >
      {/* What is on its way doesn't tell which of a page's forms it comes from. */}
      {busy && sentLast(button.current) ? pending : children}
    </button>
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
