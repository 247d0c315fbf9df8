export default {
  fileName: "sellers",
  sheetName: "Sellers",
  yes: "yes",
  no: "no",
  tooManyRows:
    "An XLSX sheet holds {{most, number}} rows at most, and {{total, number}} sellers match. Choose the export to CSV or narrow the search.",
  tooManyAtOnce:
    "The number of files we prepare for you at once is limited to {{most, number}}. Wait until one of them is downloaded and try again.",
};
