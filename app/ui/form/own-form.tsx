import { Form, type FormProps, useLocation } from "@remix-run/react";
import { forwardRef } from "react";

/**
 * Posts to its own page. Without an address Remix would write the decoded path, in which a `%`, `#`
 * or `?` makes the address of another seller. The fields of a GET form replace the query.
 */
export const OwnForm = forwardRef<HTMLFormElement, Omit<FormProps, "action">>(function OwnForm(props, ref) {
  const { pathname, search } = useLocation();
  return <Form {...props} ref={ref} action={props.method === "post" ? pathname + search : pathname} />;
});
