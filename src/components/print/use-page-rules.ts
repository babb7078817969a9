import { useEffect } from 'react';

/**
 * Adds rules for paper while it is mounted. A sheet made by script is no inline style, which the
 * content policy refuses.
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
