import { useEffect, type RefObject } from 'react';

/** The widths that the table has worked out are its columns' from now on; `kept-columns.module.css` says what follows. */
function keepWidths(table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [at, width] of widths.entries()) table.style.setProperty(`--column-${at + 1}`, `${width}px`);
  table.toggleAttribute('data-kept', true);
}

/**
 * Keeps the columns as wide as the first rows made them: other rows neither move them nor make the browser measure every
 * cell again, which takes a slow tablet as long as all the rest of an answer. They are worked out anew when the columns
 * are other ones, the room for them changes or more rows stand there than were measured.
 */
export function useColumnWidths(table: RefObject<HTMLTableElement | null>, columns: unknown, rowCount: number): void {
  useEffect(() => {
    const element = table.current;
    if (!element) return undefined;
    let width: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const measure = () => {
      element.toggleAttribute('data-kept', false);
      // What was just drawn is painted first.
      clearTimeout(timer);
      timer = setTimeout(() => keepWidths(element), 50);
    };
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width;
      if (now !== width) measure();
      width = now;
    });
    if (element.parentElement) observer.observe(element.parentElement);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      element.toggleAttribute('data-kept', false);
    };
  }, [table, columns, rowCount]);
}
