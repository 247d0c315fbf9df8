import { Button } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { parseSellerQuery } from "~/sellers/query";
import controls from "~/ui/controls.module.css";
import { fieldErrors } from "~/ui/form/field-errors";
import { type ListState, useListHref } from "./list-href";
import { builtInViews, MAX_VIEW_NAME_LENGTH, type SavedView, viewQuery } from "./saved-view";
import classes from "./views.module.css";

type ViewsProps = ListState & {
  saved: SavedView[];
  formKey: string;
  /** A name that was refused, or restored from a draft. */
  typed?: { name: string; problem?: string };
};

/** The lists that everybody has, and those that a person named; a form to name this one. */
export function Views({ saved, formKey, typed, ...state }: ViewsProps) {
  const { t } = useTranslation("sellers");
  const { withChange, withFilter } = useListHref(state);
  const here = withChange({ page: state.query.page });
  const shown = viewQuery(state.query);
  const views = [...builtInViews.map(({ key, query }) => ({ id: key, name: t(`views.${key}`), query })), ...saved];
  return (
    <div className={classes.bar}>
      <nav aria-label={t("views.label")}>
        <ul className={classes.views}>
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <Link
                to={withFilter(parseSellerFilter(query))}
                aria-current={query === shown ? "true" : undefined}
                preventScrollReset
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Closed again once the views have changed. */}
      <details key={saved.map(({ id }) => id).join() + typed?.problem} open={typed !== undefined}>
        <summary>{t("views.own")}</summary>
        <div className={classes.panel}>
          <OwnViews saved={saved} formKey={formKey} action={here} />
          <Form method="post" action={here} className={classes.form}>
            <input type="hidden" name="formKey" value={formKey} />
            <label htmlFor="view-name" className={controls.label}>
              {t("views.name")}
            </label>
            <p id="view-hint" className={controls.hint}>
              {t("views.hint")}
            </p>
            <div id="view-error">{fieldErrors(typed?.problem ? [typed.problem] : undefined)}</div>
            <input
              id="view-name"
              name="name"
              type="text"
              className={controls.input}
              defaultValue={typed?.name}
              aria-describedby={typed?.problem ? "view-error view-hint" : "view-hint"}
              aria-invalid={typed?.problem ? true : undefined}
              // biome-ignore lint/a11y/noAutofocus: only where this very field was refused
              autoFocus={typed?.problem !== undefined}
              autoComplete="off"
              maxLength={MAX_VIEW_NAME_LENGTH}
              required
            />
            <Button type="submit" name="intent" value="saveView">
              {t("views.save")}
            </Button>
          </Form>
        </div>
      </details>
    </div>
  );
}

/** Without a page, a size or a selection: those stay as they are. */
function parseSellerFilter(query: string) {
  const { page, size, selection, ...filter } = parseSellerQuery(new URLSearchParams(query));
  return filter;
}

function OwnViews({ saved, formKey, action }: { saved: SavedView[]; formKey: string; action: string }) {
  const { t } = useTranslation("sellers");
  if (saved.length === 0) return null;
  return (
    <ul className={classes.own}>
      {saved.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <Form method="post" action={action}>
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="view" value={id} />
            <Button
              type="submit"
              name="intent"
              value="deleteView"
              variant="subtle"
              size="xs"
              aria-label={t("views.delete", { name })}
            >
              {t("views.remove")}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
