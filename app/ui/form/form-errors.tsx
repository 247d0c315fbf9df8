import { type ComponentProps, useRef } from "react";
import { useT } from "~/i18n/hooks";
import { useFocusOnRefusal } from "~/ui/focus";
import theme from "~/ui/theme/components.module.css";
import { Notice } from "../notice";

export function fieldErrors(errors: string[] | undefined) {
  return errors?.length ? <FieldErrors errors={errors} /> : undefined;
}

function FieldErrors({ errors }: { errors: string[] }) {
  const t = useT();
  return errors.map((error) => (
    <span key={error} style={{ display: "block" }}>
      <span className={theme.spoken}>{t("common:notice.error")}: </span>
      {error}
    </span>
  ));
}

type FormRefusalProps = ComponentProps<typeof Notice> & {
  /** The server's response: each new object focuses the message, even if the words are the same. */
  answer: unknown;
};

export function FormRefusal({ answer, ...noticeProps }: FormRefusalProps) {
  const notice = useRef<HTMLDivElement>(null);
  useFocusOnRefusal(notice, answer);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refused form, people should first read why
    <div ref={notice} role="alert" tabIndex={-1} autoFocus>
      <Notice {...noticeProps} />
    </div>
  );
}
