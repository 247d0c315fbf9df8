export default {
  greeting: "Hello!",
  attention: {
    title: "Needs attention",
    more: "more in the history: {{count, number}}",
  },
  chart: {
    title: "Changes in the last 30 days",
    total: "In all: {{count, number}}.",
    partial: "The chart doesn’t cover all changes.",
    asTable: "Show as a table",
    day: "Day",
    changes: "Number of changes",
  },
  counting: "Counting…",
};
