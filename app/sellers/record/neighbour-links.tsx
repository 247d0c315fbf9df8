import { Box, Group } from "@mantine/core";
import { Await, Link } from "@remix-run/react";
import { Suspense } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { BLANK } from "~/ui/deferred-part";
import theme from "~/ui/theme/components.module.css";
import classes from "./neighbour-links.module.css";

/** Negative, because the links are taller than the line of the back link beside them. */
const MARGIN_TO_LINE = "calc((1lh - var(--panel-control-height)) / 2)";

type NeighbourLink = { to: string; name: string };

export type NeighbourLinks = { previous?: NeighbourLink; next?: NeighbourLink; position: number; total: number };

type NeighbourNavigationProps = {
  links: Promise<NeighbourLinks | null> | NeighbourLinks | null;
  /** A new id hides the links of the record shown before. */
  sellerId: string;
};

export function NeighbourNavigation({ links, sellerId }: NeighbourNavigationProps) {
  return (
    <Group mih="var(--panel-control-height)" ml="auto" mr="-sm" my={MARGIN_TO_LINE}>
      <Suspense key={sellerId} fallback={null}>
        <Await resolve={links} errorElement={BLANK}>
          {(links) => links && <LoadedLinks {...links} />}
        </Await>
      </Suspense>
    </Group>
  );
}

function LoadedLinks({ previous, next, position, total }: NeighbourLinks) {
  const t = useT();
  if (!previous && !next) return null;
  return (
    <Group
      component="nav"
      gap="0.25rem"
      c="dimmed"
      aria-label={t("sellers:neighbours.label")}
      className={`${theme.items} ${classes.links}`}
      __vars={{ "--items-justify": "center" }}
    >
      <Step link={previous} rel="prev" text={t("sellers:neighbours.previous")} />
      <span>{t("sellers:neighbours.position", { position, total })}</span>
      <Step link={next} rel="next" text={t("sellers:neighbours.next")} />
    </Group>
  );
}

/** Without a link reserves its width, so that the other link doesn't move. */
function Step({ link, rel, text }: { link: NeighbourLink | undefined; rel: "prev" | "next"; text: string }) {
  const t = useT();
  const href = useHref();
  if (!link) {
    return (
      <Box component="span" px="sm" miw="var(--panel-control-height)" style={{ visibility: "hidden" }}>
        <span className={theme.spokenOnPhone}>{text}</span>
      </Box>
    );
  }
  return (
    <Link to={href(link.to)} rel={rel} className={theme.reach} style={{ gap: "0.25rem" }}>
      {rel === "prev" && <span aria-hidden="true">←</span>}
      <span className={theme.spokenOnPhone}>{text}</span>
      {rel === "next" && <span aria-hidden="true">→</span>}{" "}
      <span className={theme.spoken}>{link.name || t("sellers:detail.unnamed")}</span>
    </Link>
  );
}
