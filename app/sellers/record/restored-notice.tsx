import { Group } from "@mantine/core";
import { useT } from "~/i18n/hooks";
import { Button, Notice } from "~/ui";
import { PostForm } from "~/ui/form/post-form";

/** A separate form, because Enter in a field presses the first submit button of its form. */
export function RestoredNotice({ formKey }: { formKey: string }) {
  const t = useT();
  return (
    <Notice kind="info" mb="1.25rem">
      <PostForm id="clear-form" formKey={formKey}>
        <input type="hidden" name="intent" value="clear" />
        <Group justify="space-between" gap="0.5rem 1rem">
          <p>{t("sellers:form.draft")}</p>
          <Button type="submit" isSmall data-screen-only>
            {t("sellers:form.clear")}
          </Button>
        </Group>
      </PostForm>
    </Notice>
  );
}
