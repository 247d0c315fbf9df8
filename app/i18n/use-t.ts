import { useTranslation } from "react-i18next";
import type { Translate } from "./catalogues";

/** The page's `t` for every namespace; useTranslation's own `t` knows one only. */
export const useT = (): Translate => useTranslation().i18n.t;
