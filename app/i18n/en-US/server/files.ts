export default {
  fileName: "sellers",
  sheetName: "Sellers",
  yes: "yes",
  no: "no",
  tooManyRows:
    "An XLSX sheet holds {{most, number}} rows at most, and {{total, number}} sellers match. Choose the export to CSV or narrow the search.",
};
