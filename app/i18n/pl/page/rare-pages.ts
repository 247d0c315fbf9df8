export const accessibility = {
  aim: {
    title: "Do czego dążymy",
    text: "Z panelu powinien móc korzystać każdy: za pomocą klawiatury, z czytnikiem ekranu, w powiększeniu, w trybie wysokiego kontrastu i na małym telefonie. Dążymy do zgodności z WCAG 2.1 na poziomie AA, co sprawdzamy automatycznie przy każdej zmianie panelu. Nie badał go jeszcze niezależny audytor, dlatego nie deklarujemy pełnej zgodności.",
  },
  limits: {
    title: "Co może sprawiać kłopot",
    text: "Automatyczne testy nie zastąpią ludzi: panelu nie badano systematycznie z czytnikami ekranu ani z udziałem osób z niepełnosprawnościami. Na wąskim ekranie szerokie tabele pokazują mniej kolumn, a pozostałe dane są na stronie sprzedawcy. Logowanie odbywa się na stronie innego systemu, której ta deklaracja nie obejmuje.",
  },
  report: {
    title: "Jak zgłosić problem",
    toCreator: "O problemie powiedz osobie, która założyła Ci konto w panelu.",
    text: "W zgłoszeniu podaj adres strony, napisz, co chcesz zrobić, co w tym przeszkadza oraz z jakiej przeglądarki i technologii wspomagającej korzystasz. Jeśli na stronie jest identyfikator błędu, dołącz go.",
  },
};

export const auth = {
  noAccess: {
    title: "Brak autoryzacji",
    message: "Nie masz dostępu do tej strony",
    account: "Zalogowane konto:",
    explanation:
      "Panel jest tylko dla franczyzobiorców. Stanowisko „franczyzobiorca” nadaje administrator firmowego katalogu.",
    checkAgain: "Sprawdź ponownie",
  },
  signOut: {
    title: "Wylogowanie",
    question: "Czy chcesz się wylogować?",
    stay: "Zostań w panelu",
  },
  signedOut: {
    title: "Wylogowano",
    message: "Na wspólnym komputerze zakończ też sesję w systemie logowania.",
    everywhere: "Wylogowano Cię z panelu i z systemu logowania.",
    finish: "Dokończ wylogowanie",
  },
  stillSignedIn: {
    title: "Nadal trwa Twoja sesja",
  },
};

export const privacy = {
  lead: "Co panel zapamiętuje, po co i na jak długo. Dane sprzedawców są przechowywane w systemie sprzedawców, a Twoje stanowisko i zdjęcie w firmowym katalogu. Panel tylko je pokazuje.",
  head: { what: "Co i po co", time: "Jak długo" },
  you: {
    title: "O Tobie",
    session: "Imię i nazwisko, adres e-mail i dane z systemu logowania, aby było wiadomo, kto korzysta z panelu",
    sessionTime_one: "do wylogowania, najdłużej {{count}} godzinę",
    sessionTime_few: "do wylogowania, najdłużej {{count}} godziny",
    sessionTime_many: "do wylogowania, najdłużej {{count}} godzin",
    sessionTime_other: "do wylogowania, najdłużej {{count}} godziny",
    draft: "Formularze, których nie udało się wysłać, aby wpisane dane nie przepadły",
    draftTime: "do wysłania, najdłużej 24 godziny",
    rows: "Zaznaczeni sprzedawcy i podglądy importu, aby można było dokończyć pracę",
    rowsTime: "najdłużej 24 godziny",
    jobs: "Operacje zbiorcze, aby można było sprawdzić ich wynik",
    jobsTime: "30 dni",
    views: "Zapisane widoki listy, aby można było do nich wrócić",
    viewsTime: "400 dni od ostatniego użycia",
    settings: "Ustawienia, aby panel wyglądał tak, jak chcesz",
    settingsTime: "365 dni od zmiany",
    history: "Kto i kiedy wprowadził zmianę, aby można było ją wyjaśnić i cofnąć",
    historyTime_one: "{{count}} dzień",
    historyTime_few: "{{count}} dni",
    historyTime_many: "{{count}} dni",
    historyTime_other: "{{count}} dnia",
  },
  sellers: {
    title: "O sprzedawcach",
    text: "W historii zmian są wartości sprzed zmiany i po niej oraz powód wyłączenia konta, jeśli go podano. Widzą je tylko osoby, którym system sprzedawców pokazuje tego sprzedawcę. Tak samo chronimy notatki i przechowujemy je równie długo od ostatniej zmiany. Przechowujemy też wiersze importowanych plików i wyniki operacji zbiorczych, tak długo, jak podano wyżej.",
  },
  care: {
    title: "Jak to chronimy",
    text: "Panel szyfruje zachowane formularze i klucze do innych systemów. Do jego bazy danych mają dostęp tylko osoby, które prowadzą panel w Twojej firmie. Przeglądarka nigdy nie dostaje klucza do systemu sprzedawców. Pliki cookie służą wyłącznie do logowania, ustawień i sprawnego działania stron. Danych nie udostępniamy innym firmom, a panel nie śledzi użytkowników. Dziennik techniczny zawiera adresy ekranów i godziny, bez treści formularzy.",
  },
  rights: {
    title: "Twoje prawa",
    text: "Na Twoją prośbę albo na prośbę sprzedawcy osoby, które w Twojej firmie prowadzą panel, przekażą kopię tego, co panel przechowuje, albo to usuną. Zmiany wprowadzone w danych sprzedawców zostaną wtedy w historii bez nazwiska. O dane w systemie sprzedawców, w systemie logowania i w firmowym katalogu zapytaj tych, którzy je prowadzą.",
  },
};

export const profile = {
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
    everywhere: "„Wyloguj się wszędzie” działa na wszystkich Twoich urządzeniach.",
  },
  preferences: {
    lead: "Obowiązują w tej przeglądarce.",
    appearance: "Wygląd i język",
    work: "Praca z listami",
    density: "Wiersze tabel",
    shortcutsHint: "Wyłącz je, jeśli pojedyncze klawisze przeszkadzają w pracy, np. przy sterowaniu głosem.",
    saved: "Zapisano ustawienia",
  },
};
