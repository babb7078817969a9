import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router-dom';
import type { TimetableMeeting } from '#contract/classes/class-overview.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { linkOf, moveThroughMeetings } from '#src/features/class-overview/arrow-keys.ts';
import { startDrawing, type Drawing, type Shown } from './drawing.ts';
import type { Measures } from './meeting-piece.ts';
import { useTalk, type Talk } from '#src/features/class-overview/meeting-words.ts';
import {
  HOURS_WIDTH,
  hoursAround,
  hoursOf,
  narrowestOf,
  percent,
  type Layout,
  type Strip,
} from './place-meetings.ts';
import styles from '#src/features/class-overview/timetable.module.css';
import { usePieces } from './use-pieces.ts';

/** Draws the pieces of `box` step by step. Its columns ask `drawing` for their own pieces. */
function useDrawn(box: RefObject<HTMLElement | null>, { name, columns, isLong }: Shown) {
  const [drawing] = useState(startDrawing);
  useLayoutEffect(() => (box.current ? drawing.follow(box.current) : undefined), [drawing, box]);
  useLayoutEffect(() => drawing.show({ name, columns, isLong }), [drawing, name, columns, isLong]);
  const isBusy = useSyncExternalStore(drawing.subscribe, () => drawing.isBusyWith(name));
  return { drawing, isBusy };
}

/** A day of the week, or a room on a day. */
export type TimeColumn = {
  key: string;
  head: ReactNode;
  /** The heading as text. */
  label: string;
  /** In the order of time. */
  meetings: readonly TimetableMeeting[];
  layout: Layout;
  isToday: boolean;
  /** The time before which its meetings have begun: all on a past day, none on a future one. */
  started: string;
};

/** Up to this number all meetings are drawn, on or off the screen. */
const FEW_MEETINGS = 120;
/** Lao letters are taller. */
const measured: Record<'en' | 'lo', Measures> = {
  en: { hour: 50, letter: 12 },
  lo: { hour: 60, letter: 13 },
};

function extentOf(columns: readonly TimeColumn[]) {
  const meetings = columns.flatMap((column) => column.meetings);
  return { ...hoursAround(meetings), count: meetings.length };
}

type HoursProps = { from: number; to: number; hour: number };

const Hours = memo(function Hours({ from, to, hour }: HoursProps) {
  return (
    <div className={styles.hours} aria-hidden>
      {Array.from({ length: to - from }, (_, at) => (
        <span
          key={at}
          style={{ top: at * hour }}
        >{`${String(from + at).padStart(2, '0')}:00`}</span>
      ))}
    </div>
  );
});

/**
 * A press on a meeting opens its class within the app; with a modifier key it is an ordinary link.
 */
function useOpen() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain) return;
    event.preventDefault();
    void navigate(link.getAttribute('href') ?? '');
  };
}

type MeetingsProps = {
  column: TimeColumn;
  drawing: Drawing;
  onDrawn: () => void;
  isWide: boolean;
  from: number;
  measures: Measures;
  talk: Talk;
};
type MeetingStripProps = MeetingsProps & { strip: Strip };

/** The drawn meetings of some lanes. */
const MeetingStrip = memo(function MeetingStrip({
  strip,
  column: { key: column, layout, started },
  ...rest
}: MeetingStripProps) {
  const box = useRef<HTMLDivElement>(null);
  usePieces(box, { column, strip, layout, started, ...rest });
  return (
    <div
      ref={box}
      className={styles.strip}
      style={{
        insetInlineStart: percent(strip.first, layout.lanes),
        width: percent(strip.lanes, layout.lanes),
      }}
    />
  );
});

/** The meetings of a column. */
const Meetings = memo(function Meetings(props: MeetingsProps) {
  const { label, layout } = props.column;
  return (
    <div role="group" className={styles.list} aria-label={label}>
      {layout.strips.map((strip) => (
        <MeetingStrip key={strip.key} strip={strip} {...props} />
      ))}
    </div>
  );
});

type TimeGridProps = {
  /** Changes whenever other meetings are shown. */
  name: string;
  columns: readonly TimeColumn[];
  /** The time by the centre's clock. */
  time: string;
  isWide: boolean;
};

/** Moves the focus to a meeting; one that is not drawn yet gets it when it appears. */
function useGoTo(scroller: RefObject<HTMLDivElement | null>, columns: readonly TimeColumn[]) {
  const wanted = useRef<string>(undefined);
  const onDrawn = useCallback(() => {
    const link =
      wanted.current === undefined ? undefined : linkOf(scroller.current, wanted.current);
    if (!link) return;
    wanted.current = undefined;
    link.focus();
  }, [scroller]);
  const goTo = ({ _id }: TimetableMeeting) => {
    const box = scroller.current;
    const link = linkOf(box, _id);
    wanted.current = link ? undefined : _id;
    if (link) link.focus();
    else if (box) {
      const at = columns.findIndex(({ meetings }) => meetings.some((one) => one._id === _id));
      const piece = columns[at]?.layout.strips
        .flatMap(({ pieces }) => pieces)
        .find(({ meetings }) => meetings.some((one) => one._id === _id));
      const column = box.querySelectorAll<HTMLElement>('[data-column]')[at];
      if (piece && column)
        box.scrollTo({
          left:
            column.offsetLeft +
            (piece.first / piece.lanes) * column.offsetWidth -
            box.clientWidth / 2,
        });
    }
  };
  return { goTo, onDrawn };
}

/**
 * Marks a grid that fits on the screen: it then scrolls with the page, so that its headings stay
 * below those of the page.
 */
function useFits(scroller: RefObject<HTMLDivElement | null>, needed: number): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const watch = new ResizeObserver(([entry]) =>
      box.toggleAttribute('data-fits', (entry?.contentRect.width ?? 0) >= needed),
    );
    watch.observe(box);
    return () => watch.disconnect();
  }, [scroller, needed]);
}

/** Meetings by time: a column for each day or room, a row for each hour. */
export const TimeGrid = memo(function TimeGrid({ name, columns, time, isWide }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const measures = measured[useLanguage()];
  const talk = useTalk();
  const open = useOpen();
  const { from, to, count } = useMemo(() => extentOf(columns), [columns]);
  const { drawing, isBusy } = useDrawn(scroller, { name, columns, isLong: count > FEW_MEETINGS });
  const { goTo, onDrawn } = useGoTo(scroller, columns);
  useEffect(() => {
    const box = scroller.current;
    const now = box?.querySelector<HTMLElement>('[data-today]');
    if (box && now && box.scrollWidth > box.clientWidth)
      box.scrollLeft =
        now.offsetLeft - (box.firstElementChild?.firstElementChild?.clientWidth ?? 0);
  }, [name]);
  const widths = columns.map(({ layout }) => `minmax(${narrowestOf(layout)}px, ${layout.lanes}fr)`);
  // The heading is as wide as the content, so that the hours stay visible to its end.
  const narrowestWeek = columns.reduce((sum, { layout }) => sum + narrowestOf(layout), HOURS_WIDTH);
  useFits(scroller, narrowestWeek);
  const grid = {
    '--hour': `${measures.hour}px`,
    '--hours': to - from,
    gridTemplateColumns: `${HOURS_WIDTH}px ${widths.join(' ')}`,
    minWidth: `max(100%, ${narrowestWeek}px)`,
  } as CSSProperties;
  const now = hoursOf(time);
  // If all columns are today, marking today would mean nothing.
  const isOneOfMany = columns.some(({ isToday }) => !isToday);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      aria-busy={isBusy}
      onClick={open}
      onKeyDown={(event) =>
        moveThroughMeetings(
          event,
          columns.map((column) => column.meetings),
          goTo,
        )
      }
    >
      <div className={styles.grid} style={grid}>
        <div className={styles.corner} />
        {columns.map(({ key, head, isToday }) => (
          <div key={key} className={styles.head} data-today={(isToday && isOneOfMany) || undefined}>
            <div className={styles.stays}>{head}</div>
          </div>
        ))}
        <Hours from={from} to={to} hour={measures.hour} />
        {columns.map((column) => (
          <div
            key={column.key}
            className={styles.column}
            data-column
            data-today={(column.isToday && isOneOfMany) || undefined}
          >
            <Meetings
              column={column}
              drawing={drawing}
              onDrawn={onDrawn}
              isWide={isWide}
              from={from}
              measures={measures}
              talk={talk}
            />
            {column.isToday && now >= from && now <= to && (
              <div className={styles.now} style={{ top: (now - from) * measures.hour }} />
            )}
          </div>
        ))}
        <div className={styles.shield} />
      </div>
    </div>
  );
});
