import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysOf, isNamedPeriod, namedPeriods, type Period } from "~/domain/period";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import { OWN_DAYS, type SellerFilter } from "~/domain/query";
import { uniqueFields } from "~/domain/seller-fields";
import { DayRangeFields } from "~/sellers/history/day-range-fields";
import { Button } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import type { WrongDays } from "./ignored-parameters.server";
import classes from "./toolbar.module.css";

type FilterFieldsProps = { filter: SellerFilter; wrongDays: WrongDays };

/** Fields for days of one's own appear once chosen; without scripts on the next page. */
export default function FilterFields({ filter, wrongDays }: FilterFieldsProps) {
  const { t } = useTranslation("sellers");
  const { mpk = "", names, same = "" } = filter;
  return (
    <div className={`${classes.panel} ${classes.filters}`}>
      <TextInput name="mpk" label={t("filters.mpk")} defaultValue={mpk} maxLength={64} autoComplete="off" />
      <label className={theme.tickLine}>
        <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
        {t("filters.names")}
      </label>
      <NativeSelect
        name="same"
        label={t("filters.same.label")}
        defaultValue={same}
        data={[
          { value: "", label: t("views.all") },
          ...uniqueFields.map((field) => ({ value: field, label: t(`filters.same.${field}`) })),
        ]}
      />
      {historyColumns.map((column) => (
        <PeriodField key={column} column={column} period={filter[column]} wrongDays={wrongDays[column]} />
      ))}
      <Text fz="0.8125rem" c="dimmed">
        {t("filters.datesSource")}
      </Text>
      <Button type="submit" className={classes.apply}>
        {t("filters.apply")}
      </Button>
    </div>
  );
}

const noErrors = {};

type PeriodFieldProps = { column: HistoryColumn; period?: Period; wrongDays?: WrongDays[HistoryColumn] };

function PeriodField({ column, period, wrongDays }: PeriodFieldProps) {
  const { t } = useTranslation("sellers");
  const given = wrongDays || (period && !isNamedPeriod(period)) ? OWN_DAYS : (period ?? "");
  const [isOwn, setIsOwn] = useState(given === OWN_DAYS);
  const { from, to } = wrongDays ?? daysOf(period);
  return (
    <div className={classes.period}>
      <NativeSelect
        name={column}
        label={t(`list.${column}`)}
        defaultValue={given}
        onChange={({ currentTarget }) => currentTarget.value === OWN_DAYS && setIsOwn(true)}
      >
        <option value="">{t("periods.any")}</option>
        {[...namedPeriods, OWN_DAYS].map((each) => (
          <option key={each} value={each}>
            {t(`periods.${each}`)}
          </option>
        ))}
      </NativeSelect>
      {isOwn && <DayRangeFields prefix={column} from={from} to={to} errors={wrongDays?.errors ?? noErrors} />}
    </div>
  );
}
