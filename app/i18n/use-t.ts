import { useContext } from "react";
import { I18nContext, useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";

/**
 * The page's `t` for every namespace: `t("sellers:list.title")`; useTranslation's own knows one only. On the server, where no
 * language ever changes under a page, it is the instance's own: useTranslation makes each component a function of its own.
 */
export const useT: () => Translate = import.meta.env.SSR
  ? () => useContext(I18nContext).i18n.t
  : () => useTranslation().i18n.t;
