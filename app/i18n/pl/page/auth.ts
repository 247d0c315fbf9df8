export default {
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
    message:
      "Sesja w panelu jest zakończona. Sesja w systemie logowania może nadal trwać: na wspólnym komputerze wyloguj się także tam.",
    everywhere: "Sesja w panelu i u dostawcy logowania jest zakończona.",
    signIn: "Zaloguj się",
  },
  stillSignedIn: {
    title: "Nadal trwa Twoja sesja",
    message: "Ta przeglądarka jest zalogowana w panelu.",
  },
};
