export default {
  lead: "Co panel zapamiętuje, po co i na jak długo. Dane sprzedawców przechowuje system sprzedawców Twojej firmy, a Twoje stanowisko i zdjęcie – firmowy katalog; panel je tylko pokazuje.",
  head: { what: "Co i po co", time: "Jak długo" },
  you: {
    title: "O Tobie",
    session: "Imię i nazwisko, adres e-mail i dane z systemu logowania, aby było wiadomo, kto korzysta z panelu",
    sessionTime: "do wylogowania, najdłużej {{count}} h",
    draft: "Formularze, których nie udało się wysłać, aby wpisane dane nie przepadły",
    draftTime: "do wysłania, najdłużej 24 h",
    rows: "Zaznaczeni sprzedawcy i podglądy importu, aby można było dokończyć pracę",
    rowsTime: "najdłużej 24 h",
    jobs: "Operacje zbiorcze, aby można było sprawdzić ich wynik",
    jobsTime: "30 dni",
    views: "Zapisane widoki listy i ustawienia, aby panel wyglądał tak, jak chcesz",
    viewsTime: "widoki: do 400 dni od ostatniego użycia, ustawienia: rok od zmiany",
    history: "Kto i kiedy wprowadził zmianę, aby można było ją wyjaśnić i cofnąć",
    historyTime_one: "{{count}} dzień",
    historyTime_few: "{{count}} dni",
    historyTime_many: "{{count}} dni",
    historyTime_other: "{{count}} dnia",
  },
  sellers: {
    title: "O sprzedawcach",
    text: "W historii zmian: wartości sprzed zmiany i po niej oraz powód wyłączenia konta, jeśli go podano. Zobaczy je tylko ten, komu system sprzedawców pokazuje tego sprzedawcę. Tak samo chronimy notatki, które przechowujemy równie długo od ostatniej zmiany. Poza tym wiersze importowanych plików i wyniki operacji zbiorczych, tak długo jak wyżej.",
  },
  care: {
    title: "Jak to chronimy",
    text: "Zachowane formularze i klucze do innych systemów panel szyfruje, a do jego bazy danych mają dostęp tylko osoby, które w Twojej firmie go prowadzą. Przeglądarka nigdy nie dostaje klucza do systemu sprzedawców. Pliki cookie służą wyłącznie do logowania, ustawień i sprawnego działania stron. Danych nie udostępniamy innym firmom, a panel nie śledzi użytkowników. Dziennik techniczny zawiera adresy ekranów i godziny, bez treści formularzy.",
  },
  rights: {
    title: "Twoje prawa",
    text: "Na Twoją prośbę albo na prośbę sprzedawcy osoby, które w Twojej firmie prowadzą panel, przekażą kopię tego, co panel przechowuje, albo to usuną. Zmiany wprowadzone w danych sprzedawców zostaną wtedy w historii bez nazwiska. O dane w systemie sprzedawców, w systemie logowania i w firmowym katalogu zapytaj tych, którzy je prowadzą.",
  },
};
