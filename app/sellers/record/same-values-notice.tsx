import { VisuallyHidden } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sellerPath } from "~/domain/list-link";
import { type UniqueField, uniqueFields } from "~/domain/seller-fields";
import { useHref } from "~/i18n/use-locale";
import { useSentForm } from "~/ui/connection/stalled-requests";
import { WarningIcon } from "~/ui/icons";
import type { SameValues } from "./same-values.server";
import classes from "./seller-form.module.css";

/** How long typing pauses before a lookup, in ms. */
const PAUSE_MS = 300;

export type SameValuesNoticeProps = {
  form: RefObject<HTMLFormElement>;
  /** The saved values; they are not looked up. */
  saved: { [field in UniqueField]?: unknown };
  /** The id of the seller who is being changed. */
  except?: string;
};

/** Warns while a value is typed that another seller has; that may be intended. */
export function SameValuesNotice(props: SameValuesNoticeProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const found = useSameValues(props);
  return (
    <div role="status" className={classes.same}>
      {uniqueFields.map((field) => {
        const owner = found[field];
        if (!owner) return null;
        return (
          <p key={field}>
            <WarningIcon size={16} />
            <span>
              {t(`same.${field}`)}{" "}
              <a href={href(sellerPath(owner.id))} target="_blank" rel="noreferrer">
                <bdi translate="no">{owner.name || t("detail.unnamed")}</bdi>
                <VisuallyHidden component="span"> {t("same.newTab")}</VisuallyHidden>
              </a>
            </span>
          </p>
        );
      })}
    </div>
  );
}

/** Looks nothing up while the form is being sent: it would find the seller that is being added. */
function useSameValues({ form, saved, except }: SameValuesNoticeProps): SameValues {
  const href = useHref();
  const [found, setFound] = useState<SameValues>({});
  const given = useRef({ saved, except, href });
  given.current = { saved, except, href };
  const sending = useSentForm() !== undefined;
  useEffect(() => {
    const element = form.current;
    if (!element || sending) return;
    let timer: ReturnType<typeof setTimeout>;
    let asking = new AbortController();
    const ask = async () => {
      const { saved, except, href } = given.current;
      const values = uniqueFields.map((field) => [field, typedIn(element, field)] as const);
      const asked = values.filter(([field, value]) => value !== "" && value !== (saved[field] ?? ""));
      if (asked.length === 0) return setFound({});
      const query = new URLSearchParams([...asked.map(([...pair]) => pair), ...(except ? [["except", except]] : [])]);
      const { signal } = asking;
      try {
        const answer = await fetch(`${href("/sellers/same")}?${query}`, { signal, redirect: "manual" });
        const same: SameValues = answer.ok ? await answer.json() : {};
        if (!signal.aborted) setFound(same);
      } catch {
        if (!signal.aborted) setFound({});
      }
    };
    const later = ({ target }: Event) => {
      const { name } = target as HTMLInputElement;
      const field = uniqueFields.find((unique) => unique === name);
      if (!field) return;
      clearTimeout(timer);
      asking.abort();
      asking = new AbortController();
      setFound(({ [field]: _gone, ...others }) => others);
      timer = setTimeout(ask, PAUSE_MS);
    };
    // This component mounts on the first keystroke, and a refused form may have been sent before the pause; check those values too.
    timer = setTimeout(ask, PAUSE_MS);
    element.addEventListener("input", later);
    return () => {
      element.removeEventListener("input", later);
      clearTimeout(timer);
      asking.abort();
    };
  }, [form, sending]);
  return found;
}

function typedIn(form: HTMLFormElement, name: string): string {
  return (form.elements.namedItem(name) as HTMLInputElement).value.trim();
}
