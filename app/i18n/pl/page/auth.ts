export default {
  noAccess: {
    title: "Brak autoryzacji",
    message: "Nie masz dostępu do tej strony",
    explanation:
      "Panel jest tylko dla franczyzobiorców. Jeśli masz inne konto, wyloguj się i zaloguj na nie. Jeśli uważasz, że to pomyłka, skontaktuj się z administratorem.",
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
      "Wylogowano Cię z panelu. Sesja w systemie logowania może nadal trwać: na wspólnym komputerze wyloguj się także tam.",
    everywhere: "Wylogowano Cię z panelu i z systemu logowania.",
    finish: "Dokończ wylogowanie",
    signIn: "Zaloguj się",
  },
  stillSignedIn: {
    title: "Nadal trwa Twoja sesja",
    message: "W tej przeglądarce trwa sesja panelu.",
  },
};
