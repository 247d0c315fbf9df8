import { Button } from "@mantine/core";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./seller-form.module.css";
import { offeredName, suggestedName } from "./suggested-name";

type Names = { firstName: string; surname: string };

/** Without scripts the server fills in an empty display name (`read-seller-form.server.ts`). */
export function NameOffer({ form }: { form: RefObject<HTMLFormElement> }) {
  const { t } = useTranslation("sellers");
  const [offer, setOffer] = useState("");

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let earlier = suggestedName(namesIn(element, "defaultValue"));
    const look = () => {
      const current = input(element, "displayName").value;
      const names = namesIn(element, "value");
      if (current !== "" && current === suggestedName(names)) earlier = current;
      setOffer(offeredName(current, names, earlier));
    };
    look();
    element.addEventListener("input", look);
    return () => element.removeEventListener("input", look);
  }, [form]);

  if (!offer) return null;
  const use = () => {
    const field = form.current && input(form.current, "displayName");
    if (!field || field.readOnly) return;
    field.value = offer;
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <Button variant="light" size="xs" className={classes.offer} onClick={use}>
      {t("form.useName", { name: offer })}
    </Button>
  );
}

function namesIn(form: HTMLFormElement, which: "value" | "defaultValue"): Names {
  return { firstName: input(form, "firstName")[which], surname: input(form, "surname")[which] };
}

function input(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
