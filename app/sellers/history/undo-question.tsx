import { Button, Card, Text } from "@mantine/core";
import { possibleFields } from "~/domain/undo";
import { formatDateTime } from "~/i18n/format";
import { useT } from "~/i18n/use-t";
import { HistoryItem } from "./history-list";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { UndoFields } from "./undo-fields";
import { UndoForm } from "./undo-form";
import type { UndoRefusal } from "./undo-refusal";

type UndoQuestionProps = {
  chosen: NonNullable<HistoryPageContent["chosen"]>;
  formKey: string;
  withSeller: boolean;
  isDisabled: (sellerId: string | undefined) => boolean;
  refusal?: UndoRefusal;
};

/** The change that a link asks to take back, and what would become of each of its fields. */
export function UndoQuestion(props: UndoQuestionProps) {
  const { chosen, formKey, withSeller, isDisabled, refusal } = props;
  const { entry, outlook } = chosen;
  const t = useT();
  const fields = outlook && possibleFields(outlook.fields);
  const asked = refusal?.changeId === entry.id ? refusal : undefined;
  const possible = !asked && entry.undoable && fields?.length !== 0;
  const name = entry.sellerName || t("history:unnamed");
  return (
    <Card className={classes.chosen} mb="lg" aria-labelledby="chosen">
      <h2 id="chosen">{t(possible ? "history:chosen" : "history:refused.title")}</h2>
      {possible && (
        <Text c="dimmed" mb="sm">
          {outlook?.text ?? t("history:chosenHint")}
        </Text>
      )}
      <HistoryItem
        entry={entry}
        formKey={formKey}
        withSeller={withSeller}
        isDisabled={isDisabled}
        refusal={asked}
        alone={!outlook || "told"}
      />
      {outlook && !asked && (
        <>
          <UndoFields fields={outlook.fields} />
          {!possible && outlook.text && <p>{outlook.text}</p>}
        </>
      )}
      {possible && (
        <UndoForm formKey={formKey} changeId={entry.id} fields={fields}>
          <Button
            type="submit"
            mt="sm"
            aria-label={`${t("history:undo")} ${t("history:undoOf", { when: formatDateTime(entry.at), name })}`}
          >
            {t("history:undo")}
          </Button>
        </UndoForm>
      )}
    </Card>
  );
}
