/** What the server says before many sellers are changed at once. */
export default {
  title: {
    enable: "Włączenie kont",
    disable: "Wyłączenie kont",
    change: "Zmiana danych sprzedawców",
  },
  question: {
    enable_one: "Czy włączyć konto {{count, number}} sprzedawcy?",
    enable_few: "Czy włączyć konta {{count, number}} sprzedawców?",
    enable_many: "Czy włączyć konta {{count, number}} sprzedawców?",
    enable_other: "Czy włączyć konta {{count, number}} sprzedawcy?",
    disable_one: "Czy wyłączyć konto {{count, number}} sprzedawcy?",
    disable_few: "Czy wyłączyć konta {{count, number}} sprzedawców?",
    disable_many: "Czy wyłączyć konta {{count, number}} sprzedawców?",
    disable_other: "Czy wyłączyć konta {{count, number}} sprzedawcy?",
    change: "Co zmienić?",
  },
  effect: {
    enable: "Dostęp wróci. Zmianę będzie można cofnąć.",
    disable: "Dostęp zostanie odebrany, a dane pozostaną. Zmianę będzie można cofnąć.",
    change: "Ta sama wartość zastąpi obecne. Zmianę będzie można cofnąć.",
  },
  confirm: {
    enable: "Włącz konta ({{count, number}})",
    disable: "Wyłącz konta ({{count, number}})",
    change: "Zmień dane ({{count, number}})",
  },
  change: {
    value: "Nowa wartość",
    otherField: "Tego pola nie można zmienić u wielu sprzedawców. Wybierz inne.",
    hint: "Pusta wartość usuwa imię lub nazwisko. Nazwa wyświetlana i MPK są wymagane.",
  },
  sample: "Wybrani sprzedawcy",
  more: "…i jeszcze {{count, number}}",
  listChanged: "Lista zmieniała się podczas odczytu, więc niczego nie zmieniono. Spróbuj ponownie za chwilę.",
  changed: "Liczba pasujących sprzedawców zmieniła się, więc niczego nie zmieniono. Sprawdź ją i potwierdź ponownie.",
  tooMany: "Naraz można zmienić najwyżej {{most, number}} kont. Zawęź wyszukiwanie na liście i spróbuj ponownie.",
  nobody: "Żaden sprzedawca nie pasuje już do tego wyszukiwania, więc nie ma czego zmieniać.",
  otherOrder:
    "Ten formularz rozpoczął już inną operację. Sprawdź ją na liście operacji. Aby zlecić także tę, potwierdź jeszcze raz.",
  starting: "Ta operacja właśnie się rozpoczyna. Za chwilę znajdziesz ją na tej liście.",
  questionGone:
    "To potwierdzenie wygasło albo należy do innej osoby. Jeśli operację rozpoczęto, jest na liście operacji.",
  jobs: "Operacje zbiorcze",
  jobsHint:
    "Aby zmienić wielu sprzedawców naraz, zaznacz ich na liście i wybierz „Włącz konta”, „Wyłącz konta” albo „Zmień dane…”.",
  noRecent: "Nie ma jeszcze żadnych operacji zbiorczych.",
  already: "Konta, które już mają ten stan, pominiemy: {{count, number}}.",
};
