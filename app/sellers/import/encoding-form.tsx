import { Group, NativeSelect, Text } from "@mantine/core";
import { Form } from "@remix-run/react";
import type { Encoding } from "~/.server/spreadsheet/decode-text";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { SubmitButton } from "~/ui/form/submit-button";
import type { PlanContent } from "./plan-page.server";

const encodings = ["utf-8", "windows-1250", "iso-8859-2", "cp852"] as const satisfies Encoding[];

/** Has the file read again, in another encoding than the one that was guessed. */
export function EncodingForm({ plan: { id, formKey }, encoding }: { plan: PlanContent; encoding: Encoding }) {
  const t = useT();
  const href = useHref();
  return (
    <Form method="post" replace action={href(`/sellers/import?plan=${id}`)}>
      <Text mb="xs">{t("import:encoding.found", { name: t(`import:encoding.names.${encoding}`) })}</Text>
      <input type="hidden" name="reread" value={id} />
      <input type="hidden" name="formKey" value={formKey} />
      <Group align="end" gap="xs">
        <NativeSelect
          name="encoding"
          label={t("import:encoding.label")}
          defaultValue={encoding}
          data={encodings.map((value) => ({ value, label: t(`import:encoding.names.${value}`) }))}
        />
        <SubmitButton variant="default" pending={t("import:rechecking")}>
          {t("import:encoding.reread")}
        </SubmitButton>
      </Group>
    </Form>
  );
}
