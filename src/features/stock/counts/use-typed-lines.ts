import { useRef, useState } from 'react';
import { stockCountsList } from '#contract/stock/stock-counts-list.ts';
import type { CountLine } from '#contract/stock/stock-counts.ts';
import { useDraft } from '#src/components/edit/use-draft.ts';
import { useHeldValues } from '#src/components/edit/use-held-values.ts';
import { failureText } from '#src/lib/request/failure-text.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { useCountAnswers } from './count-queries.ts';
import { earlierResult, sendLine, type LineResult } from './send-line.ts';
import { typedSheet, type MovedRow, type TypedLine, type TypedSheet } from './typed-lines.ts';

type Moved = { productId: string; rows: readonly MovedRow[] };
type Options = { countId: string; lines: readonly CountLine[]; isWritable: boolean };

const isNumber = (counted: TypedLine['counted']): counted is number | null =>
  typeof counted !== 'string';

/** The typed lines of a sheet, sealed on the device until the server has each of them. */
function useHeldLines({ countId, isWritable }: Pick<Options, 'countId' | 'isWritable'>) {
  const held = useHeldValues<TypedSheet>({ lines: {} });
  const draft = useDraft<never>({
    place: { form: stockCountsList.name, record: countId },
    title: undefined,
    schema: typedSheet,
    isWritable,
    read: () => (Object.keys(held.read().lines).length > 0 ? { values: held.read() } : undefined),
    restore: ({ values }) => {
      // Lines found later were not counted at this moment.
      const found = Object.entries((values as TypedSheet).lines).map(
        ([productId, line]) => [productId, { ...line, isLate: true }] as const,
      );
      held.amend({ lines: { ...Object.fromEntries(found), ...held.read().lines } });
    },
    onSavedBefore: () => undefined,
  });
  const put = (productId: string, line: TypedLine | undefined) => {
    const { [productId]: _before, ...others } = held.read().lines;
    held.amend({ lines: line ? { ...others, [productId]: line } : others });
    draft.changed();
  };
  return {
    lines: held.values.lines,
    read: (productId: string) => held.read().lines[productId],
    all: () => Object.keys(held.read().lines),
    put,
    draft,
  };
}

type Held = ReturnType<typeof useHeldLines>;

/** Sends typed lines, each once; `onMoved` hears of a product that moved since it was counted. */
function useSendLines(
  countId: string,
  { read, put, draft }: Held,
  onMoved: (moved: Moved) => void,
) {
  const { showLine } = useCountAnswers(countId);
  const sending = useRef(new Set<string>());

  const settle = (productId: string, sent: TypedLine, result: LineResult) => {
    const now = read(productId);
    if (!now) return;
    const isSame = now.counted === sent.counted && now.at === sent.at;
    if (result.outcome === 'saved') {
      showLine(result.row);
      return put(productId, isSame ? undefined : { ...now, key: null });
    }
    if (result.outcome === 'moved') {
      put(productId, { ...now, key: null });
      return onMoved({ productId, rows: result.rows });
    }
    const isUnknown = result.outcome === 'unknown' || result.outcome === 'dropped';
    const problem =
      result.outcome === 'refused' || result.outcome === 'invalid' ? failureText(result) : '';
    return put(productId, { ...now, isLate: true, key: isUnknown ? now.key : null, problem });
  };

  const send = async (productId: string): Promise<void> => {
    const line = read(productId);
    if (!line || !isNumber(line.counted) || sending.current.has(productId)) return;
    if (!navigator.onLine) return put(productId, { ...line, isLate: true });
    sending.current.add(productId);
    const earlier = await earlierResult(line);
    // An earlier try may have been saved with another number.
    const isOther = earlier?.outcome === 'saved' && earlier.row.counted !== line.counted;
    if (isOther) showLine(earlier.row);
    if (earlier && !isOther) settle(productId, line, earlier);
    else {
      const key = newIdempotencyKey();
      put(productId, { ...line, key });
      await draft.keep();
      settle(productId, line, await sendLine(countId, productId, line, key));
    }
    sending.current.delete(productId);
    await draft.keep();
    // It was changed while it was being sent.
    const after = read(productId);
    if (
      after &&
      after.key === null &&
      after.problem === '' &&
      (after.counted !== line.counted || after.at !== line.at)
    )
      await send(productId);
  };
  return { send, isOnItsWay: (productId: string) => sending.current.has(productId) };
}

/**
 * The lines of a sheet as they are typed; each is sent once, when it is left. An unsent line stays
 * on the device with its time, and is sent when its author says so. After a lost answer the server
 * is asked before anything is sent again.
 */
export function useTypedLines({ countId, lines, isWritable }: Options) {
  const held = useHeldLines({ countId, isWritable });
  const { lines: typed, read, all, put, draft } = held;
  // The questions come one after the other; a line without an answer stays on the device.
  const [questions, setQuestions] = useState<readonly Moved[]>([]);
  const [moved] = questions;
  const { send, isOnItsWay } = useSendLines(countId, held, (one) =>
    setQuestions((asked) => [...asked.filter(({ productId }) => productId !== one.productId), one]),
  );
  const nextQuestion = () => setQuestions((asked) => asked.slice(1));
  const type = (productId: string, counted: TypedLine['counted'], paperTime?: string) => {
    const saved = lines.find((line) => line.productId === productId);
    const before = read(productId);
    // It equals the saved count and no try is under way, so there is nothing to send.
    if (saved?.counted === counted && (before?.key ?? null) === null && !isOnItsWay(productId))
      return put(productId, undefined);
    return put(productId, {
      counted,
      at: paperTime ?? new Date().toISOString(),
      isLate: paperTime !== undefined,
      key: before?.key ?? null,
      lastSeq: null,
      problem: '',
    });
  };

  return {
    typed,
    draft,
    type,
    send,
    /** Sends the lines one after the other; returns true if the server has all of them now. */
    sendAll: async () => {
      for (const productId of all()) await send(productId);
      return all().length === 0;
    },
    moved: moved && {
      ...moved,
      close: nextQuestion,
      answer: (lastSeq: number) => {
        const line = read(moved.productId);
        nextQuestion();
        if (!line) return;
        put(moved.productId, { ...line, lastSeq });
        void send(moved.productId);
      },
    },
  };
}

export type TypedLines = ReturnType<typeof useTypedLines>;
