import { Form, type FormProps, useLocation } from "@remix-run/react";
import { forwardRef } from "react";

type PostFormProps = Omit<FormProps, "method"> & { formKey: string };

/**
 * Posts to its own page if no `action` is given. Without an action Remix would write the decoded
 * path, in which a `%`, `#` or `?` makes the address of another seller.
 */
export const PostForm = forwardRef<HTMLFormElement, PostFormProps>(function PostForm(props, ref) {
  const { formKey, children, ...formProps } = props;
  const { pathname, search } = useLocation();
  return (
    <Form action={pathname + search} {...formProps} method="post" ref={ref}>
      <input type="hidden" name="formKey" value={formKey} />
      {children}
    </Form>
  );
});
