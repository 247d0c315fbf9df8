/** For what lies over the page: the palette, and the menu and form of a row. */
import "@mantine/core/styles/Overlay.layer.css";
