import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { daysOf, isNamedPeriod, namedPeriods, type Period } from "~/domain/days";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import { CUSTOM_DAYS, MAX_MPK, type SellerFilter } from "~/domain/query";
import { uniqueFields } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { DayRangeFields } from "~/sellers/history/day-range";
import { Button } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import type { WrongDays } from "./ignored-parameters.server";
import type { MenuFilter } from "./list-menu";
import classes from "./toolbar.module.css";

type FilterFieldsProps = {
  filter: SellerFilter;
  wrongDays: WrongDays;
  /** Set at a filter's chip, whose cross removes the filter; without it all filters have fields. */
  only?: MenuFilter;
  isFocused?: boolean;
};

/** Two fields for days appear once `CUSTOM_DAYS` is chosen; without scripts on the next page. */
export default function FilterFields({ filter, wrongDays, only, isFocused }: FilterFieldsProps) {
  const t = useT();
  const { mpk = "", names, same = "" } = filter;
  const shows = (name: MenuFilter) => !only || only === name;
  return (
    <div className={`${classes.panel} ${classes.filters}`}>
      {shows("mpk") && (
        <TextInput
          name="mpk"
          label={t("sellers:filters.mpk")}
          defaultValue={mpk}
          maxLength={MAX_MPK}
          autoComplete="off"
          autoCorrect="off"
          autoFocus={isFocused}
        />
      )}
      {!only && (
        <label className={theme.tickLine}>
          <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
          {t("sellers:filters.names")}
        </label>
      )}
      {shows("same") && (
        <NativeSelect name="same" label={t("sellers:filters.same.label")} defaultValue={same} autoFocus={isFocused}>
          {!only && <option value="">{t("sellers:views.all")}</option>}
          {uniqueFields.map((field) => (
            <option key={field} value={field}>
              {t(`sellers:filters.same.${field}`)}
            </option>
          ))}
        </NativeSelect>
      )}
      {historyColumns.filter(shows).map((column) => (
        <PeriodField
          key={column}
          column={column}
          period={filter[column]}
          wrongDays={wrongDays[column]}
          isOptional={!only}
          isFocused={isFocused}
        />
      ))}
      {!only && (
        <Text fz="0.8125rem" c="dimmed">
          {t("sellers:filters.datesSource")}
        </Text>
      )}
      <Button type="submit" className={classes.apply}>
        {t("sellers:look.apply")}
      </Button>
    </div>
  );
}

type PeriodFieldProps = {
  column: HistoryColumn;
  period?: Period;
  wrongDays?: WrongDays[HistoryColumn];
  isOptional: boolean;
  isFocused?: boolean;
};

function PeriodField({ column, period, wrongDays, isOptional, isFocused }: PeriodFieldProps) {
  const t = useT();
  const isCustom = wrongDays !== undefined || (period !== undefined && !isNamedPeriod(period));
  const [showsDays, setShowsDays] = useState(isCustom);
  const { from, to } = wrongDays ?? daysOf(period);
  return (
    <div className={classes.period}>
      <NativeSelect
        name={column}
        label={t(`sellers:list.${column}`)}
        defaultValue={isCustom ? CUSTOM_DAYS : (period ?? "")}
        autoFocus={isFocused}
        onChange={({ currentTarget }) => currentTarget.value === CUSTOM_DAYS && setShowsDays(true)}
      >
        {isOptional && <option value="">{t("sellers:periods.any")}</option>}
        {[...namedPeriods, CUSTOM_DAYS].map((each) => (
          <option key={each} value={each}>
            {t(`sellers:periods.${each}`)}
          </option>
        ))}
      </NativeSelect>
      {showsDays && <DayRangeFields prefix={column} from={from} to={to} errors={wrongDays?.errors ?? {}} />}
    </div>
  );
}
