export default {
  signInAgain: "Zaloguj się ponownie",
  refusedByProvider: {
    title: "Nie udało się zalogować",
    accessDenied: "Logowanie zostało przerwane albo odmówiono dostępu.",
    unavailable: "Dostawca logowania jest chwilowo niedostępny. Spróbuj ponownie za chwilę.",
    notSignedIn: "Dostawca logowania wymaga ponownego zalogowania.",
    other: "Dostawca logowania odrzucił tę próbę. Spróbuj zalogować się ponownie.",
    described: "{{message}} Szczegóły: {{description}}",
  },
  problem: {
    unknown: {
      title: "Zacznij logowanie od nowa",
      message: "Ta odpowiedź nie należy do żadnego logowania rozpoczętego w tej przeglądarce.",
    },
    expired: {
      title: "Zacznij logowanie od nowa",
      message: "Od rozpoczęcia logowania minęło zbyt dużo czasu. Po zalogowaniu wrócisz na swoją stronę.",
    },
    used: {
      title: "Zacznij logowanie od nowa",
      message: "To logowanie zostało już zakończone i nie można go użyć drugi raz.",
    },
    malformed: {
      title: "Zacznij logowanie od nowa",
      message: "Odpowiedź dostawcy logowania jest niekompletna.",
    },
    refused: {
      title: "Nie udało się zalogować",
      message: "Nie można potwierdzić odpowiedzi dostawcy logowania, dlatego została odrzucona. Spróbuj ponownie.",
    },
    unavailable: {
      title: "Logowanie jest chwilowo niedostępne",
      message: "Dostawca logowania nie odpowiada. Spróbuj ponownie za chwilę.",
    },
  },
  noAccess: {
    title: "Brak autoryzacji",
    message: "Nie masz dostępu do tej strony",
    explanation:
      "Z panelu korzystają tylko franczyzobiorcy. Jeśli masz drugie konto, wyloguj się i zaloguj na nie. Jeśli uważasz, że to pomyłka, skontaktuj się z administratorem.",
  },
  signOut: {
    title: "Wylogowanie",
    question: "Czy chcesz się wylogować?",
    confirm: "Wyloguj się",
    stay: "Zostań w panelu",
  },
  signedOut: {
    title: "Wylogowano",
    message: "Sesja w panelu jest zakończona.",
    everywhere: "Sesja w panelu i u dostawcy logowania jest zakończona.",
    signIn: "Zaloguj się",
  },
  stillSignedIn: {
    title: "Nadal trwa Twoja sesja",
    message: "Ta przeglądarka jest zalogowana w panelu.",
  },
};
