/** For what shows Mantine's Progress: the bar at the top of the window, and how far a job is. */
import "@mantine/core/styles/Progress.layer.css";
