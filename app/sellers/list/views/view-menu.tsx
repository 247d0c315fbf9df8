import { useEffect, useRef } from "react";
import { cleanText } from "~/domain/clean-text";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { PostForm } from "~/ui/form/post-form";
import { ServerCheckedField } from "~/ui/form/server-checked-field";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "../list-href";
import { ViewLink } from "../toolbar/list-tabs";
import classes from "../toolbar/toolbar.module.css";
import type { SavedView, TypedViewName } from "./saved-views";

type ViewMenuProps = ListState & {
  saved: SavedView[];
  formKey: string;
  typedName?: TypedViewName;
};

export function ViewMenu({ saved, formKey, typedName, ...state }: ViewMenuProps) {
  const t = useT();
  const { withChange } = useListHref(state);
  const form = { formKey, action: withChange({ page: state.query.page }) };
  // If another tab has deleted the view, the field for a new view shows the typed name.
  const isForNewView = typedName && !saved.some(({ id }) => id === typedName.view);
  return (
    <div className={`${classes.panel} ${classes.saved}`}>
      <nav aria-label={t("sellers:views.title")} className={theme.items}>
        <p className={theme.group}>{t("sellers:views.builtIn")}</p>
        <ViewLink {...state} view={{ name: t("sellers:filters.names"), query: "names=none" }} />
        {saved.length > 0 && <p className={theme.group}>{t("sellers:views.own")}</p>}
        <ul className={classes.views}>
          {saved.map((view) => (
            <li key={view.id}>
              <ViewLink {...state} view={view} data-note={view.isDefault && t("sellers:views.isDefault")} />
              <ChangeView {...form} view={view} typedName={typedName?.view === view.id ? typedName : undefined} />
            </li>
          ))}
        </ul>
      </nav>
      <SaveView {...form} saved={saved} typedName={isForNewView ? typedName : undefined} />
    </div>
  );
}

type FormProps = { formKey: string; action: string };

function ChangeView({ formKey, action, view, typedName }: FormProps & { view: SavedView; typedName?: TypedViewName }) {
  const t = useT();
  const { id, name, isDefault } = view;
  return (
    // The key closes the form after a change of the name or of the default view.
    <details key={`${name} ${isDefault}`} open={typedName !== undefined}>
      <summary className={theme.dots} aria-label={t("sellers:views.changeOf", { name })}>
        ⋯
      </summary>
      <PostForm formKey={formKey} action={action} className={classes.form}>
        <input type="hidden" name="view" value={id} />
        <ServerCheckedField
          check={typedName}
          name="newName"
          label={t("sellers:views.newName")}
          defaultValue={typedName?.name ?? name}
          autoFocus={typedName !== undefined}
        />
        <Button type="submit" name="intent" value="renameView">
          {t("sellers:views.rename")}
        </Button>
        <Button type="submit" name="intent" value={isDefault ? "noDefaultView" : "defaultView"}>
          {t(isDefault ? "sellers:views.unsetDefault" : "sellers:views.setDefault")}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="deleteView"
          variant="outline"
          aria-label={t("sellers:views.delete", { name })}
        >
          {t("sellers:views.remove")}
        </Button>
      </PostForm>
    </details>
  );
}

/** Clears the name once the view is saved. */
function SaveView({ formKey, action, saved, typedName }: FormProps & Pick<ViewMenuProps, "saved" | "typedName">) {
  const t = useT();
  const taken = typedName?.taken;
  const form = useRef<HTMLFormElement>(null);
  const viewsKey = saved.map(({ id, query }) => `${id} ${query}`).join();
  const previousKey = useRef(viewsKey);
  useEffect(() => {
    const typed = cleanText(String(form.current && new FormData(form.current).get("name")));
    if (previousKey.current !== viewsKey && saved.some(({ name }) => name === typed)) form.current?.reset();
    previousKey.current = viewsKey;
  }, [viewsKey, saved]);
  return (
    <PostForm ref={form} formKey={formKey} action={action} className={classes.form}>
      <ServerCheckedField
        check={typedName}
        id="view-name"
        name="name"
        label={t("sellers:views.name")}
        defaultValue={typedName?.name ?? ""}
        required
        withAsterisk={false}
      />
      <Button type="submit" name="intent" value="saveView">
        {t("sellers:views.save")}
      </Button>
      {taken && (
        <>
          <input type="hidden" name="view" value={taken.id} />
          <Button type="submit" name="intent" value="replaceView">
            {t("sellers:views.replace")}
          </Button>
        </>
      )}
    </PostForm>
  );
}
