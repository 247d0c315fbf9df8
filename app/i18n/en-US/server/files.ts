export default {
  fileName: "sellers",
  sheetName: "Sellers",
  about: {
    sheetName: "About this export",
    filter: "Filters",
    all: "All sellers",
    ticked: "Selected sellers",
    leftOut: "without deselected ones: {{left, number}}",
    rows: "Number of sellers",
    person: "Exported by",
    time: "Exported on",
  },
  yes: "yes",
  no: "no",
  tooManyEmails: "At most {{most, number}} addresses can be copied at once. Narrow the list or export a CSV file.",
  tooLong: "The list is too long to find all repeated values. Narrow it down and try again.",
  missing_one: "The list changed while it was being read. The file lacks {{count, number}} seller. Export it again.",
  missing_other: "The list changed while it was being read. The file lacks {{count, number}} sellers. Export it again.",
  tooManyRows:
    "An XLSX sheet can hold at most {{most, number}} rows, and {{total, number}} sellers match. Choose the CSV export or narrow the search.",
  tooManyOfOthers: "Too many files are being prepared for other people right now. Wait a moment and try again.",
  tooManyAtOnce_one:
    "We can prepare {{count, number}} file for you at a time. Wait until it is downloaded and try again.",
  tooManyAtOnce_other:
    "We can prepare {{count, number}} files for you at a time. Wait until one of them is downloaded and try again.",
};
