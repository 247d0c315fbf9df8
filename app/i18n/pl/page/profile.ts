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
    density: "Wygląd tabeli",
    shortcutsHint: "Wyłącz je, jeśli pojedyncze klawisze przeszkadzają w pracy, np. przy sterowaniu głosem.",
    saved: "Zapisano ustawienia",
  },
};
