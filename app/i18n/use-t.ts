import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";

/** Takes keys with a namespace, `t("sellers:list.title")`; the library's `t` takes those of one. */
export const useT = (): Translate => useTranslation().i18n.t;
