/** What became of a seller that was sent. Only the server says it. */
export default {
  taken: "Sprzedawca z takimi danymi już istnieje. Sprawdź adres e-mail i MPK albo poszukaj tego sprzedawcy na liście.",
  changedField: "Zmieniono w tym czasie ({{by}}).",
  merged: "Zmiany w innych polach są już w formularzu: {{fields}}.",
  /** Who changed it: stands within `changedField`. */
  author: {
    self: "w innej karcie, przez Ciebie, {{when}}",
    other: "{{name}}, {{when}}",
    elsewhere: "poza panelem",
    unknown: "nie wiadomo, przez kogo",
  },
  refused: "System sprzedawców nie przyjął tych danych. Popraw je i zapisz ponownie.",
  fieldRefused: "System sprzedawców odrzucił tę wartość: {{reason}}",
  unknownCreated: "Odpowiedź nie dotarła, ale sprawdziliśmy: sprzedawca „{{name}}” jest na liście.",
  unknownSaved: "Odpowiedź nie dotarła, ale sprawdziliśmy: zmiany danych sprzedawcy „{{name}}” zostały zapisane.",
  unknownUnchecked:
    "Odpowiedź nie dotarła, a system sprzedawców jest teraz niedostępny. Wybierz „Zapisz” za chwilę: najpierw sprawdzimy, czy zmiany już tam są.",
  alreadyCreated:
    "Z tego formularza dodano już sprzedawcę o innych danych. Jeśli to ma być kolejny sprzedawca, wybierz „Zapisz” jeszcze raz.",
  nameSuggested:
    "Pole Nazwa wyświetlana jest wymagane. Wpisaliśmy „{{name}}” na podstawie imienia i nazwiska: sprawdź i wybierz „Zapisz”.",
  unchanged: "Nie było zmian, więc niczego nie zapisano.",
  conflict:
    "Te dane ma już inny sprzedawca albo ktoś właśnie je zmienia. Sprawdź adres e-mail i MPK, a potem zapisz ponownie.",
  noRoom: {
    database:
      "Nie zapisano: w panelu skończyło się miejsce na dane. Nadal możesz je przeglądać. Spróbuj ponownie później.",
    history:
      "Nie zapisano: Twoje operacje zbiorcze zajmują już w historii całe przeznaczone dla Ciebie miejsce. Wybierz mniej sprzedawców.",
    person:
      "Nie zapisano: masz już zbyt wiele niezakończonych operacji zbiorczych. Poczekaj, aż któraś z nich się zakończy.",
  },
  /** On the page for a seller who isn't there. */
  missingSeller: {
    message: "Tego sprzedawcy nie ma w systemie sprzedawców.",
    description: "Sprawdź adres albo wróć do listy i poszukaj go tam.",
    addAnew: "Dodaj wpisane dane jako nowego sprzedawcę",
  },
  inProgress: "Ten formularz jest właśnie zapisywany. Poczekaj chwilę i sprawdź listę sprzedawców.",
  /** `?draft=` names a form that was sent. */
  formSaved: "To, co tu wpisano, jest już zapisane.",
  /** `?draft=` names no stored draft. */
  formGone:
    "Nie znaleźliśmy danych, które tu wpisano. Przechowujemy je najwyżej przez dobę i tylko dla osoby, która je wpisała. Sprawdź, co jest zapisane.",
  statusFailed: "Nie udało się zmienić stanu konta: system sprzedawców odrzucił zmianę. {{reason}}",
  noteChanged:
    "Ktoś zmienił tę notatkę w tym czasie. Zapisana teraz: „{{note}}”. Twój tekst jest w polu: połącz je i wybierz „Zapisz”.",
  noteRemoved: "Ktoś usunął tę notatkę w tym czasie. Twój tekst jest w polu: wybierz „Zapisz”, aby go zachować.",
  statusChanging: "Nie zmieniono stanu konta: ktoś właśnie zmienia tego sprzedawcę. Spróbuj ponownie za chwilę.",
  statusUnknown: "Nie wiadomo, czy stan konta się zmienił. Sprawdź go przy nazwie sprzedawcy i spróbuj ponownie.",
  statusNotChanged:
    "Nie wiadomo, czy zapisano: odpowiedź nie dotarła. Sprawdziliśmy dane sprzedawcy i jego konto jest nadal włączone. Możesz wybrać „Wyłącz konto” jeszcze raz.",
  already: {
    inactive: "Konto sprzedawcy „{{name}}” jest już wyłączone.",
    active: "Konto sprzedawcy „{{name}}” jest już włączone.",
  },
  alreadyWithoutReason:
    "Konto sprzedawcy „{{name}}” jest już wyłączone, więc nic nie zmieniono. Nie zapisano też podanego powodu.",
  /** After `alreadyWithoutReason`. */
  othersUnsaved: "Pozostałe Twoje zmiany są w formularzu: wybierz „Zapisz”, aby je zapisać.",
  expired:
    "Ta strona była otwarta zbyt długo albo w tym czasie zalogowała się inna osoba. Sprawdź dane i spróbuj ponownie.",
  incomplete: "Nie udało się zapisać: brakuje danych formularza. Otwórz go jeszcze raz z listy sprzedawców.",
  unknownUndone: "Odpowiedź nie dotarła. Sprawdziliśmy: niczego nie zapisano. Możesz wybrać „Zapisz” jeszcze raz.",
  statusUnchecked:
    "Nie wiadomo, czy zapisano: odpowiedź nie dotarła, a system sprzedawców jest teraz niedostępny. Spróbuj ponownie za chwilę: najpierw sprawdzimy, czy stan konta już się zmienił.",
};
