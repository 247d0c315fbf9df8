import { useNavigation } from "@remix-run/react";
import type { MouseEvent } from "react";
import { Button } from "~/components/ui";

type SubmitButtonProps = {
  children: string;
  /** Said while the form is on its way. */
  pending: string;
  variant?: "primary" | "danger" | "default";
};

/** Stays focusable while the form is on its way, and a second click then does nothing. */
export function SubmitButton({ children, pending, variant = "primary" }: SubmitButtonProps) {
  const { state, formMethod } = useNavigation();
  const busy = state !== "idle" && formMethod === "POST";
  return (
    <Button variant={variant} aria-disabled={busy || undefined} onClick={busy ? ignore : undefined}>
      {busy ? pending : children}
    </Button>
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
