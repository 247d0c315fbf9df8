export default {
  code: "Kod błędu: {{code}}",
  requestId: "Identyfikator błędu",
  requestIdHint: "Podaj go, jeśli zgłaszasz problem.",
  pageNotFound: "Nie znaleziono strony",
  internal: "Wewnętrzny błąd serwera",
  generic: {
    title: "Wystąpił błąd",
    message: "Nie udało się wykonać tej czynności. Spróbuj ponownie za chwilę.",
  },
  actions: {
    home: "Przejdź do pulpitu",
    retry: "Spróbuj ponownie",
    backToForm: "Wróć do formularza",
    signInAgain: "Zaloguj się ponownie",
    signIn: "Zaloguj się",
    otherAccount: "Zaloguj się na inne konto",
    signOut: "Wyloguj się",
  },
  clientRefused: {
    message: "System logowania nie rozpoznaje tego panelu",
    description:
      "To błąd konfiguracji, który może naprawić tylko administrator: powiadom go. Gdy to zrobi, spróbuj ponownie.",
  },
  draftKept: "To, co wpisano w formularzu, jest zachowane.",
  registered: "Błąd został zarejestrowany.",
  status: {
    http400: {
      message: "Nieprawidłowe żądanie",
      description: "Serwer nie zrozumiał tego żądania. Sprawdź adres albo wróć i spróbuj jeszcze raz.",
    },
    http401: {
      message: "Sesja wygasła",
      description: "Aby kontynuować, zaloguj się ponownie.",
    },
    http403: {
      message: "Brak dostępu",
      description:
        "Twoje konto nie ma uprawnień do tej strony lub czynności. Jeśli ich potrzebujesz, skontaktuj się z administratorem.",
    },
    http404: {
      message: "Pod tym adresem nic nie ma",
      description: "Sprawdź, czy adres jest poprawny. Strona mogła zostać usunięta lub przeniesiona.",
    },
    http405: {
      message: "Niedozwolona czynność",
      description: "Tej czynności nie można tu wykonać. Wróć na poprzednią stronę i zacznij od niej.",
    },
    http408: {
      message: "Przekroczono czas wysyłania",
      description: "Dane nie dotarły na czas. Sprawdź połączenie z internetem i spróbuj ponownie.",
    },
    http409: {
      message: "Konflikt zmian",
      description: "Ktoś zmienił te dane w międzyczasie. Otwórz stronę ponownie, sprawdź dane i powtórz zmianę.",
    },
    http410: {
      message: "Tej strony już nie ma",
      description: "To, czego szukasz, zostało usunięte. Zacznij od pulpitu albo od listy.",
    },
    http413: {
      message: "Wysłano zbyt dużo danych",
      description: "Skróć tekst albo wybierz mniejszy plik i spróbuj ponownie.",
    },
    http422: {
      message: "Nie można przetworzyć danych",
      description: "Wysłane dane są niekompletne lub niepoprawne. Wróć do formularza i je popraw.",
    },
    http429: {
      message: "Zbyt wiele żądań",
      description: "Odczekaj chwilę i spróbuj ponownie.",
    },
    http500: {
      message: "Coś poszło nie tak",
      description: "Błąd jest po naszej stronie. Spróbuj ponownie za chwilę.",
    },
    http502: {
      message: "Serwer danych odpowiedział nieprawidłowo",
      description: "Spróbuj ponownie za chwilę. Jeśli błąd się powtarza, skontaktuj się z administratorem.",
    },
    http507: {
      message: "Nie ma miejsca, żeby to zapisać",
      description:
        "Niczego nie zapisano, ale przeglądać możesz dalej. Powiadom administratora i spróbuj później. Do wypełnionego formularza wrócisz przyciskiem „Wstecz” przeglądarki.",
    },
    http503: {
      message: "Usługa jest chwilowo niedostępna",
      description:
        "Trwa przerwa lub przeciążenie. Spróbuj ponownie za chwilę. Jeśli to nie pomoże, zaloguj się ponownie.",
    },
    http504: {
      message: "Serwer danych nie odpowiedział na czas",
      description: "Spróbuj ponownie za chwilę. Jeśli błąd się powtarza, skontaktuj się z administratorem.",
    },
  },
};
