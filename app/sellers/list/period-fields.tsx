import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysOf, isNamedPeriod, namedPeriods, type Period } from "~/domain/period";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import { OWN_DAYS, type SellerFilter } from "~/domain/query";
import { DayRangeFields } from "~/sellers/history/day-range-fields";
import type { WrongDays } from "./ignored-parameters.server";
import classes from "./toolbar.module.css";

type PeriodFieldsProps = { filter: SellerFilter; wrongDays: WrongDays };

/** Fields for days of one's own appear once chosen; without scripts on the next page. */
export function PeriodFields({ filter, wrongDays }: PeriodFieldsProps) {
  const { t } = useTranslation("sellers");
  return (
    <>
      {historyColumns.map((column) => (
        <PeriodField key={column} column={column} period={filter[column]} wrongDays={wrongDays[column]} />
      ))}
      <Text fz="0.8125rem" c="dimmed">
        {t("filters.datesSource")}
      </Text>
    </>
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
