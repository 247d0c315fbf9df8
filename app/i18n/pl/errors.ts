export default {
  code: "Kod",
  pageNotFound: "Nie znaleziono strony",
  internal: "Wewnętrzny błąd serwera",
};
