import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";

/** Its keys name their namespace, `t("sellers:list.title")`; the hook's own `t` takes keys of one. */
export const useT = (): Translate => useTranslation().i18n.t;
