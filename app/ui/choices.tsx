import classes from "./controls.module.css";

type ChoicesProps = {
  legend: string;
  name: string;
  chosen: string;
  options: readonly { value: string; text: string; lang?: string }[];
};

/** One of a few, all of them in sight. */
export function Choices({ legend, name, chosen, options }: ChoicesProps) {
  return (
    <fieldset className={classes.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, text, lang }) => (
        <label key={value} className={classes.choice} lang={lang}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
