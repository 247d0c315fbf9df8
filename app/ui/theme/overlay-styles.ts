/* Loaded with the palette and the menu of a row alone, so that the page's own sheet stays small. */
import "@mantine/core/styles/Overlay.layer.css";
