import { useCallback, useEffect, useRef, useState } from 'react';
import type { CountLine } from '#contract/stock/stock-counts.ts';
import { today } from '#src/lib/text/today.ts';
import { stockCounted, type TypedLine } from './typed-lines.ts';
import type { TypedLines } from './use-typed-lines.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Vientiane has no summer time. */
const OFFSET = '+07:00';

/**
 * The last occurrence of `HH:mm` in Vientiane that is not in the future: the time on a paper that
 * is being typed in.
 */
function paperMinute(time: string, now: Date): string {
  const moment = new Date(`${today(now.getTime())}T${time}:00${OFFSET}`);
  return new Date(moment > now ? moment.getTime() - DAY_MS : moment).toISOString();
}

/** A line counts as left after this pause, because pressing a button on a tablet moves no focus. */
const REST_MS = 2500;

type Scanned = { productId: string; at: string };

/**
 * Counts the lines of a sheet: each beep adds one, typing sets a number, and leaving the line sends
 * it.
 */
export function useCounting(
  lines: readonly CountLine[],
  { typed, type, send }: Pick<TypedLines, 'typed' | 'type' | 'send'>,
  paperTime: string,
) {
  const [last, setLast] = useState<Scanned>();
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const latest = useRef({ lines, typed, type, send, paperTime });
  useEffect(() => {
    latest.current = { lines, typed, type, send, paperTime };
  });
  useEffect(() => {
    const waiting = timers.current;
    return () => waiting.forEach((timer) => clearTimeout(timer));
  }, []);

  const leave = useCallback((productId: string) => {
    clearTimeout(timers.current.get(productId));
    timers.current.delete(productId);
    void latest.current.send(productId);
  }, []);
  const put = useCallback(
    (productId: string, counted: TypedLine['counted']) => {
      const { paperTime: time } = latest.current;
      latest.current.type(
        productId,
        counted,
        time === '' ? undefined : paperMinute(time, new Date()),
      );
      clearTimeout(timers.current.get(productId));
      const isTyping = () =>
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.dataset['quantityOf'] === productId;
      timers.current.set(
        productId,
        setTimeout(() => !isTyping() && leave(productId), REST_MS),
      );
    },
    [leave],
  );
  const addTo = (productId: string, change: number) => {
    const line = lines.find((one) => one.productId === productId);
    if (!line) return;
    const counted = stockCounted(line, typed[productId]);
    put(productId, Math.max(0, (typeof counted === 'number' ? counted : 0) + change));
  };
  return {
    last,
    put,
    leave,
    /** Adds one for a beep. */
    scan: (productId: string) => {
      if (last && last.productId !== productId) leave(last.productId);
      addTo(productId, 1);
      setLast({ productId, at: new Date().toISOString() });
    },
    undo: (productId: string) => addTo(productId, -1),
  };
}
