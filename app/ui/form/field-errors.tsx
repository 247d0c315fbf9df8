import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "~/ui";
import classes from "./form.module.css";

/** What is wrong with one field, bound to it by `aria-describedby`. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  const { t } = useTranslation();
  if (!errors?.length) return null;
  return (
    <div id={id} className={classes.error}>
      {errors.map((error) => (
        <p key={error}>
          <VisuallyHidden>{t("notice.error")}: </VisuallyHidden>
          {error}
        </p>
      ))}
    </div>
  );
}
