/** Of files that are exported and imported. Only the server says it. */
export default {
  fileName: "sprzedawcy",
  sheetName: "Sprzedawcy",
  yes: "tak",
  no: "nie",
  tooManyRows:
    "Arkusz XLSX zmieści najwyżej {{most, number}} wierszy, a pasujących sprzedawców jest {{total, number}}. Wybierz eksport do CSV albo zawęź wyszukiwanie.",
  tooManyAtOnce:
    "Naraz przygotowujemy dla Ciebie najwyżej tyle plików: {{most, number}}. Poczekaj, aż jeden z nich się pobierze, i spróbuj jeszcze raz.",
};
