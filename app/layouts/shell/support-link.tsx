import { Text } from "@mantine/core";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime } from "~/i18n/format";
import { useSupport } from "~/layouts/shell/document-context";
import { breakableEmail } from "~/ui/breakable-email";

/** Gets `t` as a parameter, because loaders, which can't use the hook `useT`, call it, too. */
export function supportWords(t: Translate, requestId?: string) {
  const id = requestId && `${t("errors:requestId")}: ${requestId}`;
  return {
    question: t("errors:support.question"),
    write: t("errors:support.write"),
    page: t("errors:support.page"),
    subject: [t("common:product"), formatDateTime(Date.now()), id].filter(Boolean).join(", "),
  };
}

export function SupportLink({ words }: { words: ReturnType<typeof supportWords> }) {
  const { email, url } = useSupport();
  if (!email && !url) return null;
  // SUPPORT_EMAIL can't contain `?` or `&`, so the address needs no escaping.
  const mail = `mailto:${email}?subject=${encodeURIComponent(words.subject)}`;
  return (
    <Text span inherit display="block">
      {words.question}{" "}
      {email && (
        // The subject contains the time, which may differ between the server and the browser.
        <a href={mail} suppressHydrationWarning>
          {words.write} <span translate="no">{breakableEmail(email)}</span>
        </a>
      )}
      {email && url && " · "}
      {url && <a href={url}>{words.page}</a>}
    </Text>
  );
}
