/** What the server says before many accounts are changed at once. */
export default {
  title: { enable: "Włączenie wielu kont", disable: "Wyłączenie wielu kont" },
  question: {
    enable_one: "Czy włączyć konto {{count, number}} sprzedawcy?",
    enable_few: "Czy włączyć konta {{count, number}} sprzedawców?",
    enable_many: "Czy włączyć konta {{count, number}} sprzedawców?",
    enable_other: "Czy włączyć konta {{count, number}} sprzedawcy?",
    disable_one: "Czy wyłączyć konto {{count, number}} sprzedawcy?",
    disable_few: "Czy wyłączyć konta {{count, number}} sprzedawców?",
    disable_many: "Czy wyłączyć konta {{count, number}} sprzedawców?",
    disable_other: "Czy wyłączyć konta {{count, number}} sprzedawcy?",
  },
  already: {
    enable_one: "{{count, number}} konto jest już włączone i zostanie pominięte.",
    enable_few: "{{count, number}} konta są już włączone i zostaną pominięte.",
    enable_many: "{{count, number}} kont jest już włączonych i zostanie pominiętych.",
    enable_other: "{{count, number}} konta jest już włączone i zostanie pominięte.",
    disable_one: "{{count, number}} konto jest już wyłączone i zostanie pominięte.",
    disable_few: "{{count, number}} konta są już wyłączone i zostaną pominięte.",
    disable_many: "{{count, number}} kont jest już wyłączonych i zostanie pominiętych.",
    disable_other: "{{count, number}} konta jest już wyłączone i zostanie pominięte.",
  },
  effect: {
    enable: "Sprzedawcy odzyskają dostęp. Zmianę będzie można cofnąć.",
    disable: "Sprzedawcy stracą dostęp. Dane pozostaną, a zmianę będzie można cofnąć.",
  },
  confirm: { enable: "Włącz konta", disable: "Wyłącz konta" },
  sample: "Wybrani sprzedawcy",
  more_one: "…i jeszcze {{count, number}}",
  more_few: "…i jeszcze {{count, number}}",
  more_many: "…i jeszcze {{count, number}}",
  more_other: "…i jeszcze {{count, number}}",
  changed: "Liczba pasujących sprzedawców zmieniła się, więc niczego nie zmieniono. Sprawdź ją i potwierdź ponownie.",
  tooMany: "Naraz można zmienić najwyżej {{most, number}} kont. Zawęź wyszukiwanie na liście i spróbuj ponownie.",
  tooManyTicked:
    "Zaznaczyć można najwyżej {{most, number}} sprzedawców. Aby zmienić więcej kont, zawęź listę i wybierz wszystkich pasujących.",
  nobody: "Żaden sprzedawca nie pasuje już do tego wyszukiwania, więc nie ma czego zmieniać.",
  starting: "Ta operacja właśnie się rozpoczyna. Za chwilę znajdziesz ją na tej liście.",
  questionGone:
    "Tego pytania już nie ma: operację rozpoczęto, minęła doba albo pytano inną osobę. Jeśli ją rozpoczęto, jest na liście poniżej.",
  jobs: "Operacje zbiorcze",
  jobsHint:
    "Aby włączyć lub wyłączyć wiele kont naraz, zaznacz sprzedawców na liście i wybierz „Włącz konta” albo „Wyłącz konta”.",
  recent: "Twoje ostatnie operacje zbiorcze",
  noRecent: "Nie ma jeszcze żadnych operacji zbiorczych.",
  toList: "Przejdź do listy",
};
