export default {
  title: "Accessibility statement",
  aim: {
    title: "What we aim for",
    text: "Everybody should be able to use the panel: by keyboard, with a screen reader, magnified, in colours that the system forces, and on a small phone. We aim for WCAG 2.1 at level AA. No independent auditor has examined it yet, so we don't claim full conformance.",
  },
  tested: {
    title: "What we test",
    text: "These tests run with every change of the panel:",
    points: {
      axe: "an automatic examination of the screens by axe, in light and dark colours, from 320 to 1280 pixels wide",
      keyboard:
        "use by keyboard, and where the focus is after going to another page, sending a form and closing a dialog",
      scripts: "use without JavaScript",
      zoom: "text enlarged to 200%, and a width of 320 pixels without scrolling sideways",
      colours: "marks that stay visible in colours forced by the system, contrast, and reduced motion",
    },
  },
  limits: {
    title: "What may cause trouble",
    text: "Automatic tests don't replace people: the panel hasn't been examined systematically with screen readers or with people with disabilities. On a narrow screen wide tables show fewer columns, and the rest is on the seller's own page. The sign-in page belongs to the sign-in system and isn't covered by this statement.",
  },
  report: {
    title: "How to report a problem",
    text: "Write to the people in your company who run the panel and create its accounts. Give the page's address, what you want to do, what gets in your way, and which browser and assistive technology you use. If the page shows an error id, include it.",
  },
  back: "Go to the panel",
};
