import { useWindowEvent } from "@mantine/hooks";
import { type MouseEvent, useRef, useState } from "react";
import { type ButtonLook, buttonClass } from "~/ui/button";
import { useSentForm } from "./post-form";

type SubmitButtonProps = {
  children: string;
  pending: string;
  variant?: ButtonLook["variant"];
  name?: string;
  value?: string;
  className?: string;
  /** Whether Ctrl Enter presses this button. */
  hasShortcut?: boolean;
};

/** While a form is being sent, clicks do nothing. A disabled button would lose the focus. */
export function SubmitButton({
  children,
  pending,
  variant = "filled",
  className,
  hasShortcut,
  ...field
}: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isSending = useSentForm() !== undefined;
  // The router doesn't say which form is sent, so the button pressed last shows the pending text.
  const [isLastPressed, setLastPressed] = useState(false);
  const onSubmit = ({ submitter }: SubmitEvent) => setLastPressed(submitter === button.current);
  useWindowEvent("submit", onSubmit, true);
  return (
    <button
      ref={button}
      type="submit"
      {...field}
      className={buttonClass({ variant }, className)}
      data-shortcut={hasShortcut ? "send" : undefined}
      aria-disabled={isSending || undefined}
      onClick={isSending ? ignore : undefined}
    >
      {isSending && isLastPressed ? pending : children}
    </button>
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
