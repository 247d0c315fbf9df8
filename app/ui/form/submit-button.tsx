import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { useSentForm } from "~/ui/connection/use-stalled";

type SubmitButtonProps = {
  children: string;
  /** Said while the form is on its way. */
  pending: string;
  variant?: "primary" | "danger" | "default";
  /** What the button adds to the form, where a form has several. */
  name?: string;
  value?: string;
};

/** Stays focusable while the form is on its way, and a second click then does nothing. */
export function SubmitButton({ children, pending, variant = "primary", name, value }: SubmitButtonProps) {
  const sent = useSentForm();
  const busy = sent !== undefined;
  const chosen = name === undefined || sent?.get(name) === value;
  return (
    <Button
      type="submit"
      variant={variant === "default" ? "default" : "filled"}
      color={variant === "danger" ? "red" : undefined}
      name={name}
      value={value}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : undefined}
    >
      {busy && chosen ? pending : children}
    </Button>
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
