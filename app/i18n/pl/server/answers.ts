export const files = {
  fileName: {
    sellers: "sprzedawcy",
    history: "historia",
    results: "wyniki",
  },
  about: {
    sheetName: "O eksporcie",
    all: "Wszyscy sprzedawcy",
    leftOut: "bez odznaczonych: {{left, number}}",
    rows: "Liczba sprzedawców",
    person: "Kto wyeksportował",
  },
  yes: "tak",
  no: "nie",
  tooManyEmails:
    "Można skopiować najwyżej {{most, number}} adresów e-mail naraz. Zawęź listę albo wyeksportuj plik CSV.",
  tooManyRows:
    "Plik XLSX mieści najwyżej {{most, number}} wierszy, a pasujących sprzedawców jest {{total, number}}. Wybierz eksport do CSV albo zawęź wyszukiwanie.",
  tooManyOfOthers: "Przygotowujemy teraz zbyt wiele plików dla innych osób. Poczekaj chwilę i spróbuj ponownie.",
  tooManyAtOnce:
    "Naraz możemy przygotowywać dla Ciebie tylko tyle plików: {{count, number}}. Poczekaj, aż któryś się pobierze, i spróbuj ponownie.",
  accessEnded: "To nie wszystkie wiersze: pobieranie przerwano, bo wylogowano Cię albo nie masz już dostępu do panelu.",
  missing:
    "Lista zmieniała się podczas odczytu. Sprzedawcy, których brakuje w pliku: {{count, number}}. Wyeksportuj ją ponownie.",
};

export const listing = {
  failed: {
    list: "Nie udało się wczytać listy sprzedawców",
    stays: "Poniżej jest nadal poprzednia lista.",
  },
  /** The list's URL has a wrong part, for example `?page=abc`. */
  unusable: {
    other: "Pominęliśmy część adresu strony. {{reason}}",
    value: "Pominęliśmy nieznaną wartość w adresie strony",
  },
  viewSaved: "Zapisano widok „{{name}}”",
  viewRenamed: "Zmieniono nazwę widoku na „{{name}}”",
  viewIsDefault: "Pozycja „Sprzedawcy” w menu otworzy teraz widok „{{name}}”.",
  noDefaultView: "Pozycja „Sprzedawcy” w menu otworzy znów listę wszystkich sprzedawców.",
  noSuchView: "Nie zmieniono widoku domyślnego: tego widoku już nie ma.",
  viewNameTaken: "Inny widok ma już tę nazwę. Wpisz inną.",
  viewNameReplaceable: "Masz już inny widok o nazwie „{{name}}”. Wpisz inną nazwę albo zastąp tamten.",
  viewGone: "Nie zmieniono nazwy widoku na „{{name}}”: tego widoku już nie ma.",
  viewDeleted: "Usunięto widok „{{name}}”",
  viewRestored: "Przywrócono widok „{{name}}”",
  tooManyViews: "Można zapisać najwyżej {{count, number}} widoków. Usuń jeden z nich i spróbuj ponownie.",
  page: "Strona",
};

export const problems = {
  taken: "Sprzedawca z takimi danymi już istnieje. Sprawdź adres e-mail i MPK albo poszukaj tego sprzedawcy na liście.",
  merged_one: "Zmieniono też: {{fields}}. Nową wartość widzisz w formularzu.",
  merged_few: "Zmieniono też: {{fields}}. Nowe wartości widzisz w formularzu.",
  merged_many: "Zmieniono też: {{fields}}. Nowe wartości widzisz w formularzu.",
  merged_other: "Zmieniono też: {{fields}}. Nowe wartości widzisz w formularzu.",
  changedBy: {
    self: "Te dane zmieniono w innej karcie, przez Ciebie, {{when}}.",
    other: "{{name}} zmienił(a) te dane {{when}}.",
    elsewhere: "Te dane zmieniono poza panelem.",
    unknown: "Te dane zmieniono po otwarciu formularza.",
  },
  whichStays: "Która wartość ma zostać?",
  refused: "System sprzedawców nie przyjął tych danych. Popraw je i zapisz ponownie.",
  fieldRefused: "System sprzedawców odrzucił tę wartość: {{reason}}",
  unknownCreated: "Odpowiedź nie dotarła, ale sprawdziliśmy: sprzedawca „{{name}}” jest na liście.",
  unknownSaved: "Odpowiedź nie dotarła, ale sprawdziliśmy: zapisano zmiany danych sprzedawcy „{{name}}”.",
  unknownUnchecked:
    "Odpowiedź nie dotarła, a system sprzedawców jest teraz niedostępny. Wybierz „Zapisz” za chwilę: najpierw sprawdzimy, czy zmiany już tam są.",
  alreadyCreated:
    "Z tego formularza dodano już sprzedawcę o innych danych. Jeśli to ma być kolejny sprzedawca, wybierz „Zapisz” jeszcze raz.",
  nameSuggested:
    "Pole Nazwa wyświetlana jest wymagane. Wpisaliśmy „{{name}}” na podstawie imienia i nazwiska: sprawdź i wybierz „Zapisz”.",
  unchanged: "Nie było zmian, więc niczego nie zapisano.",
  conflict:
    "Te dane ma już inny sprzedawca albo ktoś właśnie je zmienia. Sprawdź adres e-mail i MPK, a potem zapisz ponownie.",
  earlierWrite:
    "Twój poprzedni zapis danych tego sprzedawcy jeszcze trwa. Spróbuj ponownie za chwilę: najpierw sprawdzimy, co już zapisano.",
  noRoom: {
    busy: "Nie zapisano: baza danych panelu jest chwilowo zajęta. Spróbuj ponownie za chwilę.",
    database:
      "Nie zapisano: w panelu skończyło się miejsce na dane. Nadal możesz je przeglądać. Spróbuj ponownie później.",
    import: "Nie zapisano: ten plik zajmuje w panelu zbyt dużo miejsca. Podziel go na mniejsze pliki.",
    history: "Nie zapisano: w historii nie ma już miejsca na tak dużą operację. Wybierz mniej sprzedawców.",
    person:
      "Nie zapisano: masz już zbyt wiele niezakończonych operacji zbiorczych. Poczekaj, aż któraś z nich się zakończy.",
  },
  missingSeller: {
    message: "Tego sprzedawcy nie ma w systemie sprzedawców.",
    description: "Sprawdź adres strony albo poszukaj sprzedawcy na liście.",
    addAnew: "Dodaj wpisane dane jako nowego sprzedawcę",
  },
  inProgress: "Ten formularz jest właśnie zapisywany. Poczekaj chwilę i sprawdź listę sprzedawców.",
  /** For a `?draft=` whose form was saved. */
  formSaved: "To, co tu wpisano, jest już zapisane.",
  /** For a `?draft=` that no longer exists. */
  formGone:
    "Nie znaleźliśmy danych, które tu wpisano. Przechowujemy je najwyżej przez dobę i tylko dla osoby, która je wpisała. Sprawdź, co jest zapisane.",
  statusFailed: "Nie udało się zmienić stanu konta: system sprzedawców odrzucił zmianę. {{reason}}",
  noteChanged:
    "Ktoś zmienił tę notatkę po otwarciu formularza. Zapisana teraz: „{{note}}”. Twój tekst jest w polu: połącz oba teksty i wybierz „Zapisz”.",
  noteRemoved:
    "Ktoś usunął tę notatkę po otwarciu formularza. Twój tekst jest w polu: wybierz „Zapisz”, aby go zachować.",
  statusChanging: "Nie zmieniono stanu konta: ktoś właśnie zmienia dane tego sprzedawcy. Spróbuj ponownie za chwilę.",
  statusUnknown: "Nie wiadomo, czy stan konta się zmienił. Sprawdź go przy nazwie sprzedawcy i spróbuj ponownie.",
  statusNotChanged:
    "Nie wiadomo, czy zapisano: odpowiedź nie dotarła, a konto jest nadal włączone. Możesz wybrać „Wyłącz konto” jeszcze raz.",
  already: {
    inactive: "Konto sprzedawcy „{{name}}” jest już wyłączone.",
    active: "Konto sprzedawcy „{{name}}” jest już włączone.",
  },
  alreadyWithoutReason:
    "Konto sprzedawcy „{{name}}” jest już wyłączone, więc nic nie zmieniono. Nie zapisano też podanego powodu.",
  /** Follows the text `alreadyWithoutReason`. */
  othersUnsaved: "Pozostałe Twoje zmiany są w formularzu: wybierz „Zapisz”, aby je zapisać.",
  expired:
    "Ta strona była otwarta zbyt długo albo po jej otwarciu zalogowała się inna osoba. Sprawdź dane i spróbuj ponownie.",
  incomplete: "Nie udało się zapisać: brakuje danych formularza. Otwórz go jeszcze raz z listy sprzedawców.",
  unknownUndone: "Odpowiedź nie dotarła. Sprawdziliśmy: niczego nie zapisano. Możesz wybrać „Zapisz” jeszcze raz.",
  statusUnchecked:
    "Nie wiadomo, czy zapisano: odpowiedź nie dotarła, a system sprzedawców jest teraz niedostępny. Spróbuj ponownie za chwilę: najpierw sprawdzimy stan konta.",
};

/** `/auth` has one URL for all languages, so the server translates its page. */
export const signin = {
  title: {
    startAgain: "Zacznij logowanie od nowa",
    failed: "Nie udało się zalogować",
    unavailable: "Logowanie jest chwilowo niedostępne",
  },
  problem: {
    unknown: "Nie udało się dokończyć logowania: nie rozpoczęto go w tej przeglądarce.",
    expired: "Od rozpoczęcia logowania minęło zbyt dużo czasu. Po zalogowaniu wrócisz na swoją stronę.",
    used: "To logowanie zostało już zakończone. Nie można go użyć ponownie.",
    malformed: "Odpowiedź systemu logowania jest niekompletna.",
    refused: "Nie można potwierdzić odpowiedzi systemu logowania, dlatego została odrzucona. Spróbuj ponownie.",
    unavailable: "System logowania nie odpowiada. Spróbuj ponownie za chwilę.",
    accessDenied: "Logowanie przerwano albo odmówiono dostępu. Zaloguj się ponownie.",
    notSignedIn: "System logowania wymaga ponownego zalogowania.",
    rejected: "System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie.",
  },
  described: "{{message}} Szczegóły: {{description}}",
};

export const undo = {
  restore: "Przywróć",
  done: "Cofnięto zmianę danych sprzedawcy „{{name}}”",
  donePartly: "Cofnięto część zmiany danych sprzedawcy „{{name}}”",
  field: {
    possible: "– zostanie cofnięte",
    restored: "– ma już poprzednią wartość",
    changed: "– zmienione od tego czasu: {{who}}, {{when}}",
    changedElsewhere: "– zmienione od tego czasu poza panelem",
  },
  tooManySellers:
    "Do wyszukiwania pasuje zbyt wielu sprzedawców, więc przejrzano zmiany tylko niektórych. Wpisz dokładniejszą nazwę.",
  file: {
    at: "Kiedy",
    id: "Identyfikator sprzedawcy",
    undone: "Cofnięcie",
    cut: "To nie wszystkie zmiany: plik kończy się po {{count, number}}. Zawęź zakres dat albo filtry.",
  },
  reversed: "Dzień początkowy jest późniejszy niż końcowy. Zamień daty.",
  refused: {
    notDone: "Tej zmiany nie zapisano, więc nie ma czego cofać.",
    restored: "Nie ma czego cofać: pola tej zmiany mają już poprzednie wartości.",
    changedSince: "Od tego czasu ktoś zmienił te pola. Ich nowsze wartości pozostaną.",
    changedPartly: "Od tego czasu ktoś zmienił część pól i ich nowsze wartości pozostaną. Pozostałe pola można cofnąć.",
    missing: "Nie ma już takiej zmiany w historii. Odśwież listę zmian.",
    running: "Ta zmiana jest właśnie cofana. Poczekaj chwilę i odśwież listę zmian.",
    unknown: "Odpowiedź nie dotarła. Sprawdziliśmy: zmiany nie cofnięto. Możesz wybrać „Cofnij” jeszcze raz.",
    rejected: "System sprzedawców nie przyjął poprzednich wartości. {{reason}}",
    taken: "Poprzednie wartości ma już inny sprzedawca. Sprawdź adres e-mail i MPK.",
  },
};
