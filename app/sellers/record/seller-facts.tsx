import { Badge, Box, Card, Group, Text } from "@mantine/core";
import { mailLink } from "~/domain/email-address";
import type { Seller } from "~/domain/seller";
import { useT } from "~/i18n/use-t";
import { Fact, Facts } from "~/ui";
import { breakableEmail } from "~/ui/breakable-email";
import { CopyButton } from "~/ui/copy/copy-button";

/** What tells one seller from another, in one line under the name. */
export function SellerIdentity({ seller: { email, mpk, accountEnabled } }: { seller: Seller }) {
  const t = useT();
  return (
    <Group component="span" gap="0.25rem 1rem" mih="1.75rem">
      <Badge color={accountEnabled ? "green" : "gray"}>
        {t(accountEnabled ? "sellers:status.active" : "sellers:status.inactive")}
      </Badge>
      {mpk && (
        <Box component="span" miw={0}>
          {t("sellers:fields.mpk")} <bdi translate="no">{mpk}</bdi>
        </Box>
      )}
      {email && (
        <Box component="span" miw={0}>
          <a href={mailLink(email)}>{breakableEmail(email)}</a>
          <CopyButton text={email} name={t("sellers:fields.email")} />
        </Box>
      )}
    </Group>
  );
}

/** All that is known of the seller. */
export function SellerFacts({ seller: { displayName, email, firstName, surname, mpk, id } }: { seller: Seller }) {
  const t = useT();
  const orEmpty = (value: string | undefined) =>
    value ? (
      <bdi translate="no">{value}</bdi>
    ) : (
      <Text span c="dimmed">
        {t("sellers:detail.empty")}
      </Text>
    );
  return (
    <Card aria-labelledby="facts">
      <h2 id="facts">{t("sellers:detail.facts")}</h2>
      <Facts>
        <Fact name={t("sellers:fields.displayName")}>
          {orEmpty(displayName)}
          <CopyButton text={displayName} name={t("sellers:fields.displayName")} />
        </Fact>
        <Fact name={t("sellers:fields.firstName")}>{orEmpty(firstName)}</Fact>
        <Fact name={t("sellers:fields.surname")}>{orEmpty(surname)}</Fact>
        <Fact name={t("sellers:fields.email")}>{breakableEmail(email) || orEmpty(email)}</Fact>
        <Fact name={t("sellers:fields.mpk")}>
          {orEmpty(mpk)}
          <CopyButton text={mpk} name={t("sellers:fields.mpk")} />
        </Fact>
        <Fact name={t("sellers:fields.id")}>
          <code translate="no">{id}</code>
          <CopyButton text={id} name={t("sellers:fields.id")} />
        </Fact>
      </Facts>
    </Card>
  );
}
