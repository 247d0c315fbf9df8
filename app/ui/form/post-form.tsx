import { Form, type FormProps, useFetchers, useLocation, useNavigation } from "@remix-run/react";
import { forwardRef } from "react";
import { useStalledRequests } from "~/ui/connection/stalled-requests";

type PostFormProps = Omit<FormProps, "method"> & { formKey: string };

/** Not Remix's default action, the decoded path: a `?` in an id would address another seller. */
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

/** Returns the form that is being sent, but no stalled form: that may be changed and sent again. */
export function useSentForm(): FormData | undefined {
  // Leaves out a fetcher that has its action's data: it is only reloading the page's data.
  const fetchers = useFetchers().filter(({ state, data }) => state === "submitting" || data === undefined);
  const sent = [useNavigation(), ...fetchers].find(({ formMethod }) => formMethod === "POST");
  const stalledRequests = useStalledRequests();
  return stalledRequests?.hasForm ? undefined : sent?.formData;
}

export function HiddenFields({ params }: { params: Iterable<[name: string, value: string]> }) {
  return [...params].map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
