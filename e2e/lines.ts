import { expect, type Page } from '@playwright/test';

/** Lao letters are no smaller than this, in pixels. */
const LEAST_LAO_PX = 13;

/**
 * The faults of the lines on the page: a time, a day, a number, a code or a currency that goes on
 * in the next line, a line that ends in a dot between two facts, and Lao that is too small to read.
 */
function faultsOfLines(leastLao: number): string[] {
  const pieces =
    /\d{1,2}:\d\d(?:–\d{1,2}:\d\d)?|\d\d\/\d\d\/\d{4}|[−+]?\d[\d,]*(?:\.\d+)?|[A-Z]{2,}[A-Z\d]*(?:-[A-Z]*\d+)+/g;
  const found = new Set<string>();
  const range = document.createRange();
  const tops = (node: Text, from: number, to: number) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let dot: { node: Text; bottom: number } | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    const element = text.parentElement;
    if (!element || element.closest('script, style, select, textarea, svg, [data-size]')) continue;
    if (!isSeen(element) || text.data.trim() === '') continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (/[\u0E80-\u0EFF]/.test(text.data) && size < leastLao)
      found.add(`${size} px: ${text.data.trim().slice(0, 40)}`);
    for (const { 0: piece, index } of text.data.matchAll(pieces)) {
      const lines = tops(text, index, index + piece.length);
      const [first] = lines;
      if (first && lines.some(({ top }) => top > first.bottom - 2))
        found.add(`broken: ${piece} in “${text.data.trim().slice(0, 60)}”`);
    }
    for (const { index } of text.data.matchAll(/[^\s]/g)) {
      const [box] = tops(text, index, index + 1);
      if (!box) continue;
      if (
        dot &&
        box.top > dot.bottom - 2 &&
        dot.node.parentElement
          ?.closest('p, li, dd, td, small, div, span, a, button')
          ?.contains(text)
      )
        found.add(
          `ends in a dot: “${dot.node.data.trim().slice(0, 40)}” before “${text.data.trim().slice(0, 40)}”`,
        );
      dot = text.data[index] === '·' ? { node: text, bottom: box.bottom } : undefined;
    }
  }
  return [...found];
}

/** No line of the page has a fault of docs/interface.md, "Lines". */
export async function expectWholeLines(page: Page, where = page.url()): Promise<void> {
  expect.soft(await page.evaluate(faultsOfLines, LEAST_LAO_PX), where).toEqual([]);
}
