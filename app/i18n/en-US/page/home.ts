export default {
  greeting: "Hello!",
  firstDay: {
    title: "Add your first sellers",
    hint: "Enter them one by one or import a list from Excel.",
    import: "Import from a file",
  },
  attention: {
    title: "Needs attention",
    more: "more in the history: {{count, number}}",
  },
  chart: {
    title: "Changes in the last 30 days",
    total_one: "{{count, number}} change",
    total_other: "{{count, number}} changes",
    partial: "The chart doesn’t cover all changes.",
    asTable: "Show as a table",
    day: "Day",
    changes: "Number of changes",
  },
  counting: "Counting…",
  outage: "Searching and saving may not work now.",
};
