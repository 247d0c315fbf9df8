import { Text } from "@mantine/core";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime } from "~/i18n/format";
import { useSupport } from "~/layouts/shell/document-context";
import { breakableEmail } from "~/ui/breakable-email";

/** Apart from `SupportLink`, so that a loader can call it. */
export function supportWords(t: Translate, requestId?: string) {
  const id = requestId && `${t("errors:requestId")}: ${requestId}`;
  return {
    question: t("errors:support.question"),
    write: t("errors:support.write"),
    page: t("errors:support.page"),
    subject: [t("common:product"), formatDateTime(Date.now()), id].filter(Boolean).join(", "),
  };
}

/** Links to those whom people ask for help; nothing if nobody is configured. */
export function SupportLink({ words }: { words: ReturnType<typeof supportWords> }) {
  const { email, url } = useSupport();
  if (!email && !url) return null;
  // The schema of SUPPORT_EMAIL lets no `?` or `&` into the address, so it needs no `mailLink`,
  // which would add to the script of every page.
  const mail = `mailto:${email}?subject=${encodeURIComponent(words.subject)}`;
  return (
    <Text span inherit display="block">
      {words.question}{" "}
      {email && (
        // The browser's clock may have gone on since the server wrote the subject.
        <a href={mail} suppressHydrationWarning>
          {words.write} <span translate="no">{breakableEmail(email)}</span>
        </a>
      )}
      {email && url && " · "}
      {url && <a href={url}>{words.page}</a>}
    </Text>
  );
}
