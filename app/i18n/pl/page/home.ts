export default {
  greeting: "Dzień dobry!",
  counts: {
    loading: "Liczenie…",
    failed: {
      refused: "Nie udało się pobrać liczby sprzedawców: nie masz uprawnień do ich listy.",
      errorAnswer: "Nie udało się pobrać liczby sprzedawców: system sprzedawców odpowiedział błędem.",
      badAnswer: "Nie udało się pobrać liczby sprzedawców: system sprzedawców zwrócił nieprawidłową odpowiedź.",
      unreachable: "Nie udało się pobrać liczby sprzedawców: system sprzedawców nie odpowiada.",
      fault: "Nie udało się pobrać liczby sprzedawców.",
    },
    share: "{{share}}% kont jest aktywnych",
  },
  cleanup: {
    longDisabled: {
      year: "Wyłączone od ponad roku",
      halfYear: "Wyłączone od ponad pół roku",
    },
    title: "Do uporządkowania",
    counted: "Policzono {{when}}.",
    countedFirst: "Policzono {{when}} wśród pierwszych {{looked, number}} sprzedawców.",
    first: "Liczymy, to potrwa najwyżej minutę.",
    again: {
      counting: "Liczymy ponownie.",
      failed: "Nie udało się policzyć ponownie.",
    },
  },
  latest: {
    all: "Cała historia zmian",
  },
  running: "W toku",
  attention: {
    title: "Wymaga uwagi",
    more: "więcej w historii: {{count, number}}",
    failedToLoad: "Nie udało się sprawdzić, co wymaga uwagi.",
  },
  chart: {
    title: "Zmiany z ostatnich 30 dni",
    total: "Razem: {{count, number}}.",
    today: "dziś",
    partial: "Wykres nie obejmuje wszystkich zmian.",
    asTable: "Pokaż jako tabelę",
    day: "Dzień",
    changes: "Liczba zmian",
  },
  search: {
    title: "Znajdź sprzedawcę",
    label: "Nazwa, adres e-mail, imię, nazwisko lub MPK",
  },
};
