import { type ComponentProps, useEffect, useRef } from "react";
import { Notice } from "../notice";

type FormRefusalProps = ComponentProps<typeof Notice> & {
  /** What the server answered, another one each time. */
  answer: unknown;
};

/** What is wrong with a form as a whole. It takes the focus with each answer, also when that says the same once more. */
export function FormRefusal({ answer, ...words }: FormRefusalProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) notice.current?.focus();
  }, [answer]);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refused form reading should go on at what is wrong with it.
    <div ref={notice} role="alert" tabIndex={-1} autoFocus>
      <Notice {...words} />
    </div>
  );
}
