import type { BrowserContext } from "@playwright/test";

/**
 * Translates every page as Chrome does: each text node is replaced by two nested <font> elements,
 * later ones soon after they appear, and what has `translate="no"` is left out. The words stay the
 * same, so that any test can run on it.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const UNTRANSLATED = "[translate=no], font, script, style, textarea, noscript";
    let isPlanned = false;
    const translate = () => {
      isPlanned = false;
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(UNTRANSLATED)) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    new MutationObserver(() => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(translate, 10);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}
