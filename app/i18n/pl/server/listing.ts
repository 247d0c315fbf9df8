/** What the forms of the list of sellers answer. Only the server says it. */
export default {
  /** The list couldn't be loaded, so the page still shows the previous one. */
  failed: {
    search: "Nie udało się wyszukać sprzedawców",
    list: "Nie udało się wczytać listy sprzedawców",
    stays: "Poniżej jest nadal poprzednia lista.",
  },
  /** A part of the list's address couldn't be used. */
  unusable: {
    other: "Pominęliśmy część adresu. {{reason}}",
    value: "Pominęliśmy nieznaną wartość w adresie",
  },
  viewSaved: "Zapisano widok „{{name}}”",
  viewRenamed: "Zmieniono nazwę widoku na „{{name}}”",
  viewIsDefault: "Pozycja „Sprzedawcy” w menu otworzy teraz widok „{{name}}”.",
  noDefaultView: "Pozycja „Sprzedawcy” w menu otworzy teraz listę wszystkich sprzedawców.",
  noSuchView: "Nie zmieniono widoku domyślnego: tego widoku już nie ma.",
  viewNameTaken: "Inny widok ma już tę nazwę. Wpisz inną.",
  viewNameReplaceable: "Masz już widok „{{name}}”, a pokazuje on co innego. Wpisz inną nazwę albo go zastąp.",
  viewGone: "Nie zmieniono nazwy widoku na „{{name}}”: tego widoku już nie ma.",
  viewDeleted: "Usunięto widok „{{name}}”",
  viewRestored: "Przywrócono widok „{{name}}”",
  tooManyViews: "Można zapisać najwyżej {{count, number}} widoków. Usuń jeden z nich i spróbuj ponownie.",
  tooManySelected:
    "Zaznaczyć można najwyżej {{count, number}} sprzedawców. Zawęź listę filtrem i zaznacz wszystkich pasujących.",
  page: "Strona",
};
