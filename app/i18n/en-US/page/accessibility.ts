export default {
  aim: {
    title: "What we aim for",
    text: "Everyone should be able to use the panel: with a keyboard, with a screen reader, magnified, in colors forced by the system, and on a small phone. We aim for WCAG 2.1 level AA, and test for it automatically at each change of the panel. No independent auditor has examined it yet, so we don’t claim full conformance.",
  },
  limits: {
    title: "What may cause trouble",
    text: "Automated tests don’t replace people: the panel hasn’t been tested systematically with screen readers or by people with disabilities. On a narrow screen, wide tables show fewer columns; the rest is on the seller’s own page. The sign-in page belongs to the sign-in system and isn’t covered by this statement.",
  },
  report: {
    title: "How to report a problem",
    text: "The panel is run by the people in your company who create its accounts. In your report, include the page’s address, what you want to do, what gets in your way, and which browser and assistive technology you use. If the page shows an error ID, include it too.",
  },
};
