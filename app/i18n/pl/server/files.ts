/** Of files that are exported and imported. Only the server says it. */
export default {
  fileName: "sprzedawcy",
  sheetName: "Sprzedawcy",
  about: {
    sheetName: "O eksporcie",
    filter: "Filtry",
    all: "Wszyscy sprzedawcy",
    ticked: "Zaznaczeni sprzedawcy",
    leftOut: "bez odznaczonych: {{left, number}}",
    rows: "Liczba sprzedawców",
    person: "Kto wyeksportował",
    time: "Kiedy",
  },
  yes: "tak",
  no: "nie",
  tooManyEmails: "Można skopiować najwyżej {{most, number}} adresów naraz. Zawęź listę albo wyeksportuj plik CSV.",
  tooLong: "Lista jest za długa, aby znaleźć na niej wszystkie powtórzenia. Zawęź ją i spróbuj ponownie.",
  missing_one:
    "Lista zmieniała się podczas odczytu. W pliku brakuje {{count, number}} sprzedawcy. Wyeksportuj ją ponownie.",
  missing_few:
    "Lista zmieniała się podczas odczytu. W pliku brakuje {{count, number}} sprzedawców. Wyeksportuj ją ponownie.",
  missing_many:
    "Lista zmieniała się podczas odczytu. W pliku brakuje {{count, number}} sprzedawców. Wyeksportuj ją ponownie.",
  missing_other:
    "Lista zmieniała się podczas odczytu. W pliku brakuje {{count, number}} sprzedawcy. Wyeksportuj ją ponownie.",
  tooManyRows:
    "Arkusz XLSX mieści najwyżej {{most, number}} wierszy, a pasujących sprzedawców jest {{total, number}}. Wybierz eksport do CSV albo zawęź wyszukiwanie.",
  tooManyOfOthers: "Przygotowujemy teraz zbyt wiele plików innych osób. Poczekaj chwilę i spróbuj ponownie.",
  tooManyAtOnce_one:
    "Naraz możemy przygotowywać dla Ciebie najwyżej {{count, number}} plik. Poczekaj, aż się pobierze, i spróbuj ponownie.",
  tooManyAtOnce_few:
    "Naraz możemy przygotowywać dla Ciebie najwyżej {{count, number}} pliki. Poczekaj, aż jeden z nich się pobierze, i spróbuj ponownie.",
  tooManyAtOnce_many:
    "Naraz możemy przygotowywać dla Ciebie najwyżej {{count, number}} plików. Poczekaj, aż jeden z nich się pobierze, i spróbuj ponownie.",
  tooManyAtOnce_other:
    "Naraz możemy przygotowywać dla Ciebie najwyżej {{count, number}} pliku. Poczekaj, aż jeden z nich się pobierze, i spróbuj ponownie.",
};
