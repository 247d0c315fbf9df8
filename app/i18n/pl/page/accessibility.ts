export default {
  aim: {
    title: "Do czego dążymy",
    text: "Z panelu powinien móc korzystać każdy: za pomocą klawiatury, z czytnikiem ekranu, w powiększeniu, w kolorach wymuszonych przez system i na małym telefonie. Dążymy do zgodności z WCAG 2.1 na poziomie AA, co sprawdzamy automatycznie przy każdej zmianie panelu. Nie badał go jeszcze niezależny audytor, dlatego nie deklarujemy pełnej zgodności.",
  },
  limits: {
    title: "Co może sprawiać kłopot",
    text: "Automatyczne testy nie zastąpią ludzi: panelu nie badano systematycznie z czytnikami ekranu ani z udziałem osób z niepełnosprawnościami. Na wąskim ekranie szerokie tabele pokazują mniej kolumn, a pozostałe dane są na stronie sprzedawcy. Strona logowania należy do systemu logowania, więc ta deklaracja jej nie obejmuje.",
  },
  report: {
    title: "Jak zgłosić problem",
    text: "Panel prowadzą osoby, które w Twojej firmie zakładają w nim konta. W zgłoszeniu podaj adres strony, napisz, co chcesz zrobić, co w tym przeszkadza oraz z jakiej przeglądarki i technologii wspomagającej korzystasz. Jeśli na stronie jest identyfikator błędu, dołącz go.",
  },
};
