import { Badge, Box, Card, Group, Text } from "@mantine/core";
import { mailLink } from "~/domain/email-address";
import type { Seller } from "~/domain/seller";
import { formRows, sellerFields, type TextField } from "~/domain/seller-fields";
import { useT } from "~/i18n/use-t";
import { Fact, Facts } from "~/ui";
import { breakableEmail } from "~/ui/breakable-email";
import { CopyButton } from "~/ui/copy/copy-button";

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

export function SellerFacts({ seller }: { seller: Seller }) {
  const t = useT();
  return (
    <Card aria-labelledby="facts">
      <h2 id="facts">{t("sellers:detail.facts")}</h2>
      <Facts>
        {formRows.flat().map((field) => (
          <Fact key={field} name={t(`sellers:fields.${field}`)}>
            <FactValue field={field} value={seller[field]} />
          </Fact>
        ))}
        <Fact name={t("sellers:fields.id")}>
          <code translate="no">{seller.id}</code>
          <CopyButton text={seller.id} name={t("sellers:fields.id")} />
        </Fact>
      </Facts>
    </Card>
  );
}

function FactValue({ field, value }: { field: TextField; value: string | undefined }) {
  const t = useT();
  if (!value) {
    return (
      <Text span c="dimmed">
        {t("sellers:detail.empty")}
      </Text>
    );
  }
  if (field === "email") return breakableEmail(value);
  return (
    <>
      <bdi translate="no">{value}</bdi>
      {sellerFields[field].isRequired && <CopyButton text={value} name={t(`sellers:fields.${field}`)} />}
    </>
  );
}
