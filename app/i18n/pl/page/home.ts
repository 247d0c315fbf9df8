export default {
  greeting: "Dzień dobry!",
  cleanup: {
    longDisabled: {
      year: "Wyłączone od ponad roku",
      halfYear: "Wyłączone od ponad pół roku",
    },
    title: "Do uporządkowania",
    counted: "Policzono {{when}}.",
    countedFirst: "Policzono {{when}} wśród pierwszych {{looked, number}} sprzedawców.",
    first: "Liczymy, to potrwa najwyżej minutę.",
    failed: "Nie udało się policzyć ponownie.",
  },
  attention: {
    title: "Wymaga uwagi",
    more: "więcej w historii: {{count, number}}",
  },
  chart: {
    title: "Zmiany z ostatnich 30 dni",
    total: "Razem: {{count, number}}.",
    partial: "Wykres nie obejmuje wszystkich zmian.",
    asTable: "Pokaż jako tabelę",
    day: "Dzień",
    changes: "Liczba zmian",
  },
  counting: "Liczymy…",
};
