import { expect, type Page } from '@playwright/test';

/** Lao letters are no smaller than this, in pixels. */
const LEAST_LAO_PX = 13;

/**
 * The faults of the lines on the page: a time, a day, a number, a code or a currency that goes on
 * in the next line, a name that breaks inside a word, a line that ends in a dot between two facts,
 * a table that is cut at its edge, and Lao that is too small to read.
 */
function faultsOfLines(leastLao: number): string[] {
  const pieces =
    /\d{1,2}:\d\d(?:–\d{1,2}:\d\d)?|\d\d\/\d\d\/\d{4}|[−+]?\d[\d,]*(?:\.\d+)?|[A-Z]{2,}[A-Z\d]*(?:-[A-Z]*\d+)+/g;
  const found = new Set<string>();
  for (const table of document.querySelectorAll('table')) {
    const frame = table.parentElement;
    if (
      frame &&
      // Only heard, beside a chart.
      getComputedStyle(table).clipPath === 'none' &&
      getComputedStyle(frame).overflowX === 'clip' &&
      table.offsetWidth > frame.offsetWidth
    )
      found.add(`cut: ${table.ariaLabel ?? ''} is ${table.offsetWidth} px in ${frame.offsetWidth}`);
  }
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
  let dot: { node: Text; bottom: number | undefined } | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    const element = text.parentElement;
    if (!element || element.closest('script, style, select, textarea, svg, [data-size]')) continue;
    if (!isSeen(element) || text.data.trim() === '') continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (/[\u0E80-\u0EFF]/.test(text.data) && size < leastLao)
      found.add(`${size} px: ${text.data.trim().slice(0, 40)}`);
    const whole = element.closest('h1, [data-part="faced"] > span') ? /\S+/g : pieces;
    for (const { 0: piece, index } of text.data.matchAll(whole)) {
      const lines = tops(text, index, index + piece.length);
      const [first] = lines;
      if (first && lines.some(({ top }) => top > first.bottom - 2))
        found.add(`broken: ${piece} in “${text.data.trim().slice(0, 60)}”`);
    }
    // The letter behind a dot, in this text or, for a dot at its end, in the next one.
    const followed = [...text.data.matchAll(/·\s*(?=\S)/g)].map(({ 0: gap, index }) => ({
      dot: { node: text, bottom: tops(text, index, index + 1)[0]?.bottom },
      behind: index + gap.length,
    }));
    if (dot) followed.push({ dot, behind: text.data.search(/\S/) });
    for (const { dot: before, behind } of followed) {
      const [box] = tops(text, behind, behind + 1);
      const isOneText = before.node.parentElement
        ?.closest('p, li, dd, td, small, div, span, a, button')
        ?.contains(text);
      if (box && before.bottom !== undefined && box.top > before.bottom - 2 && isOneText)
        found.add(
          `ends in a dot: “${before.node.data.trim().slice(0, 40)}” before “${text.data.trim().slice(0, 40)}”`,
        );
    }
    const last = text.data.search(/·\s*$/);
    dot = last < 0 ? undefined : { node: text, bottom: tops(text, last, last + 1)[0]?.bottom };
  }
  return [...found];
}

/** No line of the page has a fault of docs/interface.md, "Lines". */
export async function expectWholeLines(page: Page, where = page.url()): Promise<void> {
  expect.soft(await page.evaluate(faultsOfLines, LEAST_LAO_PX), where).toEqual([]);
}
