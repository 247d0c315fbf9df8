export default {
  greeting: "Hello!",
  cleanup: {
    longDisabled: {
      year: "Disabled for over a year",
      halfYear: "Disabled for over half a year",
    },
    title: "To tidy up",
    counted: "Counted {{when}}.",
    countedFirst: "Counted {{when}} among the first {{looked, number}} sellers.",
    first: "Counting, which takes a minute at most.",
    failed: "Counting again failed.",
  },
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
