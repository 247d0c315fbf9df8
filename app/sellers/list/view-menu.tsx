import { Button, Stack, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { densities, type HistoryColumn, isHistoryColumn, optionalColumns } from "~/domain/preferences";
import { parseSellerQuery } from "~/domain/query";
import type { EditableField } from "~/domain/seller-fields";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { fieldErrors } from "~/ui/form/field-errors";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "./list-href";
import { builtInViews, type SavedView, type TypedViewName, viewQuery } from "./saved-view";
import type { TableLook } from "./sellers-table";
import classes from "./toolbar.module.css";

type ViewMenuProps = ListState & {
  saved: SavedView[];
  look: TableLook;
  formKey: string;
  typed?: TypedViewName;
  restoredLook?: TableLook;
};

/** What stands over a column of the list. */
export function columnLabel(t: TFunction<"sellers">, column: EditableField | HistoryColumn): string {
  if (isHistoryColumn(column)) return t(`list.${column}`);
  return t(column === "accountEnabled" ? "list.statusColumn" : `fields.${column}`);
}

/** Which sellers at one press, and how they look: views that everybody has, one's own, columns, density. */
export function ViewMenu({ saved, look, formKey, typed, restoredLook, ...state }: ViewMenuProps) {
  const { t } = useTranslation("sellers");
  const { withChange } = useListHref(state);
  const form = { formKey, action: withChange({ page: state.query.page }) };
  // What was typed over a view that is no more has no other place.
  const unplaced = typed && !saved.some(({ id }) => id === typed.view);
  return (
    <DetailsMenu
      className={classes.menu}
      open={typed !== undefined || restoredLook !== undefined}
      summary={t("views.title")}
    >
      <div className={`${classes.panel} ${classes.wide}`}>
        <Stack gap="sm">
          <ViewLinks {...state} {...form} saved={saved} typed={typed} />
          <SaveView {...form} saved={saved} typed={unplaced ? typed : undefined} />
        </Stack>
        <Display {...form} look={restoredLook ?? look} shown={look} />
      </div>
    </DetailsMenu>
  );
}

type FormProps = { formKey: string; action: string };

type ViewLinksProps = ListState & FormProps & Pick<ViewMenuProps, "saved" | "typed">;

function ViewLinks({ saved, formKey, action, typed, ...state }: ViewLinksProps) {
  const { t } = useTranslation("sellers");
  const { withFilter } = useListHref(state);
  const shown = viewQuery(state.query);
  const common = builtInViews.map(({ key, query }) => ({ id: key, name: t(`views.${key}`), query, own: undefined }));
  const views = [...common, ...saved.map((view) => ({ ...view, own: view }))];
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
              <ChangeView formKey={formKey} action={action} view={own} typed={typed?.view === id ? typed : undefined} />
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

/** The field of a name: each time that the server refuses one, reading goes on there. `autofocus` does it for its first page alone. */
function useRefusedName(typed: TypedViewName | undefined) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typed?.problem) field.current?.focus();
  }, [typed]);
  return field;
}

/** Another name for a view, and whether the navigation opens it. */
function ChangeView({ formKey, action, view, typed }: FormProps & { view: SavedView; typed?: TypedViewName }) {
  const { t } = useTranslation("sellers");
  const { id, name, isDefault } = view;
  const field = useRefusedName(typed);
  return (
    // Closed anew once something is changed.
    <details key={`${name} ${isDefault}`} className={classes.change} open={typed !== undefined}>
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
          error={fieldErrors(typed?.problem ? [typed.problem] : undefined)}
          defaultValue={typed?.name ?? name}
          autoFocus={typed !== undefined}
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

/** Without a page, a size or a selection: those stay as they are. */
function parseSellerFilter(query: string) {
  const { page, size, selection, ...filter } = parseSellerQuery(new URLSearchParams(query));
  return filter;
}

/** @param saved the views that are saved already: one more, or another one in a name's place, and the field is empty again */
function SaveView({ formKey, action, saved, typed }: FormProps & Pick<ViewMenuProps, "saved" | "typed">) {
  const { t } = useTranslation("sellers");
  const problem = typed?.problem;
  const taken = typed?.taken;
  const field = useRefusedName(typed);
  const known = saved.map(({ id, query }) => `${id} ${query}`).join();
  const before = useRef(known);
  useEffect(() => {
    if (before.current !== known) field.current?.form?.reset();
    before.current = known;
  }, [known, field]);
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
        defaultValue={typed?.name ?? ""}
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

/** @param shown how the list looks; `look` may be one that was chosen before and not saved */
function Display({ formKey, action, look, shown }: FormProps & { look: TableLook; shown: TableLook }) {
  const { t } = useTranslation("sellers");
  return (
    <Form method="post" action={action} className={classes.form} preventScrollReset autoComplete="off">
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="shown" value={`density=${shown.density}&columns=${shown.columns.join(".")}`} />
      <fieldset>
        <legend className={theme.label}>{t("display.columns")}</legend>
        {optionalColumns.map((column) => (
          <label key={column} className={theme.tickLine}>
            <input type="checkbox" name="columns" value={column} defaultChecked={look.columns.includes(column)} />
            {columnLabel(t, column)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className={theme.label}>{t("display.density")}</legend>
        {densities.map((density) => (
          <label key={density} className={theme.tickLine}>
            <input type="radio" name="density" value={density} defaultChecked={look.density === density} />
            {t(`display.densities.${density}`)}
          </label>
        ))}
      </fieldset>
      <Button type="submit" name="intent" value="display">
        {t("display.apply")}
      </Button>
    </Form>
  );
}
