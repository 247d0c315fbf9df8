export default {
  lead: "Te dane zmienia administrator firmowego katalogu.",
  directory: {
    jobTitles: "Stanowisko",
    missing: "Brak w katalogu",
  },
  session: {
    title: "Twoja sesja",
    startedAt: "Zalogowano",
    idleEndsAt: "Wygaśnie przy braku aktywności",
    endsAt: "Wygaśnie najpóźniej",
    signOutEverywhere: "Wyloguj się wszędzie",
  },
  preferences: {
    lead: "Obowiązują w tej przeglądarce.",
    appearance: "Wygląd i język",
    work: "Praca z listami",
    colorScheme: "Motyw",
    colorSchemes: {
      auto: "Jak w systemie",
      light: "Jasny",
      dark: "Ciemny",
    },
    density: "Wygląd tabeli",
    pageSize: "Wiersze na stronę",
    shortcutsHint: "Wyłącz je, jeśli pojedyncze klawisze przeszkadzają w pracy, np. przy sterowaniu głosem.",
    saved: "Zapisano ustawienia",
  },
};
