/** For what shows Mantine's Popover: the calendar, and the menu of a row. */
import "@mantine/core/styles/Popover.layer.css";
