import { Button, type ButtonProps } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";

/** A link that looks like a button: for going somewhere, never for changing something. */
export function LinkButton(props: ButtonProps & Omit<LinkProps, keyof ButtonProps>) {
  return <Button component={Link} {...props} />;
}
