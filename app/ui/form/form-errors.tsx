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
  /** Each new object focuses the message, even if the words are the same. */
  refusal: unknown;
};

export function FormRefusal({ refusal, ...noticeProps }: FormRefusalProps) {
  const notice = useRef<HTMLDivElement>(null);
  useFocusOnRefusal(notice, refusal);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refused form, people should first read why
    <div ref={notice} role="alert" tabIndex={-1} autoFocus>
      <Notice {...noticeProps} />
    </div>
  );
}
