export default {
  greeting: "Dzień dobry!",
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
