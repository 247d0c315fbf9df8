import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Fieldset, Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";

type ChoicesProps = {
  legend: string;
  name: string;
  chosen: string;
  options: readonly { value: string; text: ReactNode; lang?: string }[];
};

export function Choices({ legend, name, chosen, options }: ChoicesProps) {
  return (
    <Fieldset legend={legend} m={0}>
      <Stack gap="var(--panel-choice-space)">
        {options.map(({ value, text, lang }) => (
          <Radio key={value} name={name} value={value} label={text} lang={lang} defaultChecked={value === chosen} />
        ))}
      </Stack>
    </Fieldset>
  );
}
