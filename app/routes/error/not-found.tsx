import { useTranslation } from "react-i18next";

export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Page not found" });
}

export function ErrorBoundary() {
  const { t } = useTranslation("errors");
  return <h1>{t("pageNotFound")}</h1>;
}

export default function Page() {
  return null;
}
