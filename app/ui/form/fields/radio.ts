import "@mantine/core/styles/Radio.layer.css";

/** Mantine's, with its style sheet, which only forms load. */
export { Radio } from "@mantine/core";
