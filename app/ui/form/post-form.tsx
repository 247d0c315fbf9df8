import { Form, type FormProps, useLocation } from "@remix-run/react";
import { forwardRef } from "react";

type PostFormProps = Omit<FormProps, "method"> & { formKey: string };

/**
 * A form that posts to the page's address if no `action` is given. Remix would write the decoded
 * path, in which `%`, `#` or `?` addresses another seller.
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
