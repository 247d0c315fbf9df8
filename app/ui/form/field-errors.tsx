import { useTranslation } from "react-i18next";
import theme from "~/ui/theme/components.module.css";

/** What is wrong with one field, for the `error` of Mantine's inputs; undefined when nothing is. */
export function fieldErrors(errors: string[] | undefined) {
  return errors?.length ? <FieldErrors errors={errors} /> : undefined;
}

function FieldErrors({ errors }: { errors: string[] }) {
  const { t } = useTranslation();
  return errors.map((error) => (
    <span key={error} style={{ display: "block" }}>
      <span className={theme.spoken}>{t("notice.error")}: </span>
      {error}
    </span>
  ));
}
