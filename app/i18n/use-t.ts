import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";

/** The one translation hook: keys name their namespace, `t("sellers:list.title")`. */
export const useT = (): Translate => useTranslation().i18n.t;
