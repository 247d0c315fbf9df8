import { Button, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { parseSellerQuery } from "~/domain/query";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { fieldErrors } from "~/ui/form/field-errors";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "./list-href";
import { type SavedView, type TypedViewName, viewQuery } from "./saved-views";
import classes from "./toolbar.module.css";

type ViewMenuProps = ListState & {
  saved: SavedView[];
  formKey: string;
  typedName?: TypedViewName;
};

export function ViewMenu({ saved, formKey, typedName, ...state }: ViewMenuProps) {
  const { t } = useTranslation("sellers");
  const { withChange } = useListHref(state);
  const form = { formKey, action: withChange({ page: state.query.page }) };
  // A name for a view that another tab has deleted goes to the field for new views.
  const isForNewView = typedName && !saved.some(({ id }) => id === typedName.view);
  return (
    <DetailsMenu className={classes.menu} open={typedName !== undefined} summary={t("views.title")}>
      <div className={`${classes.panel} ${classes.saved}`}>
        <ViewLinks {...state} {...form} saved={saved} typedName={typedName} />
        <SaveView {...form} saved={saved} typedName={isForNewView ? typedName : undefined} />
      </div>
    </DetailsMenu>
  );
}

type FormProps = { formKey: string; action: string };

type ViewLinksProps = ListState & FormProps & Pick<ViewMenuProps, "saved" | "typedName">;

function ViewLinks({ saved, formKey, action, typedName, ...state }: ViewLinksProps) {
  const { t } = useTranslation("sellers");
  const { withFilter } = useListHref(state);
  const shown = viewQuery(state.query);
  const nameless = { id: "nameless", name: t("filters.names"), query: "names=none", own: undefined };
  const views = [nameless, ...saved.map((view) => ({ ...view, own: view }))];
  return (
    <nav aria-label={t("views.label")} className={theme.items}>
      <ul className={classes.views}>
        {views.map(({ id, name, query, own }) => (
          <li key={id}>
            <Link
              to={withFilter(parseSellerFilter(query))}
              aria-current={query === shown ? "true" : undefined}
              preventScrollReset
              data-command
              data-note={own?.isDefault && t("views.isDefault")}
            >
              {name}
            </Link>
            {own && (
              <ChangeView
                formKey={formKey}
                action={action}
                view={own}
                typedName={typedName?.view === id ? typedName : undefined}
              />
            )}
            {own && (
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
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `autofocus` works in a new document only. */
function useRefusedName(typedName: TypedViewName | undefined) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typedName?.problem) field.current?.focus();
  }, [typedName]);
  return field;
}

function ChangeView({ formKey, action, view, typedName }: FormProps & { view: SavedView; typedName?: TypedViewName }) {
  const { t } = useTranslation("sellers");
  const { id, name, isDefault } = view;
  const field = useRefusedName(typedName);
  return (
    // The key closes it once something has changed.
    <details key={`${name} ${isDefault}`} className={classes.change} open={typedName !== undefined}>
      <Button component="summary" variant="subtle" size="xs" aria-label={t("views.changeOf", { name })}>
        {t("views.change")}
      </Button>
      <Form method="post" action={action} className={classes.form}>
        <input type="hidden" name="formKey" value={formKey} />
        <input type="hidden" name="view" value={id} />
        <TextInput
          ref={field}
          name="newName"
          label={t("views.newName")}
          error={fieldErrors(typedName?.problem ? [typedName.problem] : undefined)}
          defaultValue={typedName?.name ?? name}
          autoFocus={typedName !== undefined}
          autoComplete="off"
        />
        <Button type="submit" name="intent" value="renameView">
          {t("views.rename")}
        </Button>
        <Button type="submit" name="intent" value={isDefault ? "noDefaultView" : "defaultView"}>
          {t(isDefault ? "views.unsetDefault" : "views.setDefault")}
        </Button>
      </Form>
    </details>
  );
}

/** Without page, size and selection, which a view leaves as they are. */
function parseSellerFilter(query: string) {
  const { page, size, selection, ...filter } = parseSellerQuery(new URLSearchParams(query));
  return filter;
}

/** Saves the list's filter and order as a view. The field is emptied once `saved` has changed. */
function SaveView({ formKey, action, saved, typedName }: FormProps & Pick<ViewMenuProps, "saved" | "typedName">) {
  const { t } = useTranslation("sellers");
  const problem = typedName?.problem;
  const taken = typedName?.taken;
  const field = useRefusedName(typedName);
  const views = saved.map(({ id, query }) => `${id} ${query}`).join();
  const previousViews = useRef(views);
  useEffect(() => {
    if (previousViews.current !== views) field.current?.form?.reset();
    previousViews.current = views;
  }, [views, field]);
  return (
    <Form method="post" action={action} className={classes.form}>
      <input type="hidden" name="formKey" value={formKey} />
      <TextInput
        ref={field}
        id="view-name"
        name="name"
        label={t("views.name")}
        description={t("views.hint")}
        error={fieldErrors(problem ? [problem] : undefined)}
        defaultValue={typedName?.name ?? ""}
        autoFocus={problem !== undefined}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <Button type="submit" name="intent" value="saveView">
        {t("views.save")}
      </Button>
      {taken && (
        <>
          <input type="hidden" name="view" value={taken.id} />
          <Button type="submit" name="intent" value="replaceView">
            {t("views.replace")}
          </Button>
        </>
      )}
    </Form>
  );
}
