import { Text } from "@mantine/core";
import { undoableFields } from "~/domain/undo";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { HistoryItem } from "./history-list";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { UndoFields, UndoForm, type UndoRefusal } from "./undo-form";

type UndoQuestionProps = {
  question: NonNullable<HistoryPageContent["undoQuestion"]>;
  formKey: string;
  withSeller: boolean;
  isAccountDisabled: boolean;
  refusal?: UndoRefusal;
};

export function UndoQuestion(props: UndoQuestionProps) {
  const { question, formKey, withSeller, isAccountDisabled, refusal } = props;
  const { entry, outlook } = question;
  const t = useT();
  // The outlook is missing if the seller couldn't be read. The undo is then offered all the same.
  const fields = outlook && undoableFields(outlook.fields);
  const ownRefusal = refusal?.changeId === entry.id ? refusal : undefined;
  const isPossible = !ownRefusal && entry.isUndoable && fields?.length !== 0;
  const name = entry.sellerName || t("sellers:detail.unnamed");
  return (
    <section
      className={`${theme.card} ${classes.question}`}
      aria-labelledby="question"
      style={{ marginBottom: "1.5rem" }}
    >
      <h2 id="question">{t(isPossible ? "history:undoQuestion" : "history:refused.title")}</h2>
      {isPossible && <Text c="dimmed">{outlook?.obstacle ?? t("history:chosenHint")}</Text>}
      <HistoryItem
        entry={entry}
        formKey={formKey}
        withSeller={withSeller}
        isAccountDisabled={isAccountDisabled}
        refusal={ownRefusal}
        place="question"
        fields={outlook ? [] : entry.fields}
      />
      {outlook && !ownRefusal && (
        <>
          <UndoFields fields={outlook.fields} />
          {!isPossible && outlook.obstacle && <p>{outlook.obstacle}</p>}
        </>
      )}
      {isPossible && (
        <UndoForm formKey={formKey} changeId={entry.id} fields={fields}>
          <Button
            type="submit"
            style={{ marginTop: "0.75rem" }}
            variant="filled"
            autoFocus
            aria-label={`${t("common:undo")} ${t("history:undoOf", { when: formatDateTime(entry.at), name })}`}
          >
            {t("common:undo")}
          </Button>
        </UndoForm>
      )}
    </section>
  );
}
