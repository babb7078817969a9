import { useEffect } from 'react';

/**
 * Adds CSS rules for paper while mounted. They are a constructed sheet, because the content policy
 * refuses inline styles.
 */
export function usePageRules(css: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [css]);
}
