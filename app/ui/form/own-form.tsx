import { Form, type FormProps, useLocation } from "@remix-run/react";
import { forwardRef } from "react";

/**
 * A form for the page that it stands on. Without an address Remix would write the route's decoded path, in which the `%`,
 * `#` or `?` of a seller's id makes another address, and so another seller's.
 */
export const OwnForm = forwardRef<HTMLFormElement, Omit<FormProps, "action">>(function OwnForm(props, ref) {
  const { pathname, search } = useLocation();
  return <Form {...props} ref={ref} action={props.method === "post" ? pathname + search : pathname} />;
});
