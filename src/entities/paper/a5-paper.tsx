import {
  Fragment,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Paper } from '#contract/orders/papers.ts';
import { formatPhone } from '#contract/people/phone.ts';
import { DOT } from '#contract/words/dot.ts';
import { formatDateTime, formatNumber } from '#src/lib/text/format.ts';
import { CarriedRow, HeadRow, a5Rows, type A5Row } from './a5-rows.tsx';
import {
  BothWords,
  CopyMark,
  PaperFigure,
  kip,
  Logo,
  PaperNames,
  PaperPerson,
  titleOf,
} from './paper-parts.tsx';
import { paperWords, type PaperWord } from './paper-words.ts';
import { splitRows } from './split-rows.ts';
import styles from './paper.module.css';
import { WovenBand } from './woven-band.tsx';
import { A5Footer } from './a5-footer.tsx';

/** The centre and the branch, with the branch's code and the number at the end. */
function Head({ paper: { centre, branch, number, kind, orders } }: { paper: Paper }) {
  return (
    <div className={styles.head}>
      <Logo />
      <div className={styles.who}>
        {centre.name.lo !== '' && <b lang="lo">{centre.name.lo}</b>}
        {centre.name.en !== centre.name.lo && <b lang="en">{centre.name.en}</b>}
        <span>
          <PaperNames of={branch.name} />
          {branch.phone !== '' && (
            <>
              {DOT}
              <PaperFigure>{formatPhone(branch.phone)}</PaperFigure>
            </>
          )}
        </span>
        {centre.taxNo !== '' && (
          <span>
            <BothWords of="taxNo" /> {centre.taxNo}
          </span>
        )}
      </div>
      <div className={styles.number}>
        <b className={styles.code}>{branch.code}</b>
        <span>{number}</span>
        {kind === 'receipt' &&
          orders.map((order) => <small key={order}>{`${paperWords.order[1]} ${order}`}</small>)}
      </div>
    </div>
  );
}

function Title({ paper }: { paper: Paper }) {
  const { payer, at, cashier } = paper;
  const facts: [PaperWord, ReactNode][] = [
    ['date', formatDateTime(at)],
    ['cashier', cashier],
    ['payer', <PaperPerson key="payer" of={payer} />],
    ...(payer.phone === ''
      ? []
      : [
          ['phone', <PaperFigure key="phone">{formatPhone(payer.phone)}</PaperFigure>] as [
            PaperWord,
            ReactNode,
          ],
        ]),
  ];
  return (
    <div data-part="title">
      <h2>
        <BothWords of={titleOf(paper)} />
      </h2>
      <dl className={styles.meta}>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>
              <BothWords of={word} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type PageProps = {
  paper: Paper;
  copy: number;
  rows: readonly A5Row[];
  at: number;
  of: number;
  before: number;
  /** True on the page of the last row, which has the total. */
  hasTotal: boolean;
};

/**
 * One page; the first has the title, the last the part below the lines. If that part has a page of
 * its own, no sum is carried to it: the total stays with the lines.
 */
function Page({ paper, copy, rows, at, of, before, hasTotal }: PageProps) {
  const { kind, voided, corrected, corrects, totalLAK, dueLAK } = paper;
  const isLast = at === of - 1;
  const carried = before + rows.reduce((sum, { amountLAK }) => sum + amountLAK, 0);
  return (
    <article className={styles.page}>
      <WovenBand />
      {voided && (
        <p className={styles.void}>
          <span lang="lo">{paperWords.void[0]}</span> {paperWords.void[1]}
        </p>
      )}
      <Head paper={paper} />
      {at === 0 && <Title paper={paper} />}
      {(at === 0 || rows.length > 0) && (
        <table className={kind === 'statement' ? styles.steps : styles.lines}>
          <thead>
            <HeadRow kind={kind} />
          </thead>
          <tbody>
            {at > 0 && <CarriedRow kind={kind} word="carriedForward" sum={before} />}
            {rows.map(({ key, row }) => (
              <Fragment key={key}>{row}</Fragment>
            ))}
            {!hasTotal && <CarriedRow kind={kind} word="carriedOver" sum={carried} />}
          </tbody>
          {hasTotal && (
            <tfoot>
              <tr>
                <td colSpan={kind === 'statement' ? 3 : 2}>
                  <BothWords of={kind === 'statement' ? 'due' : 'total'} />
                </td>
                <td>{kip(kind === 'statement' ? dueLAK : totalLAK)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {isLast && <A5Footer paper={paper} />}
      <div className={styles.foot}>
        {of > 1 && (
          <span>
            {paper.number}
            {DOT}
            <BothWords of="page" /> {formatNumber(at + 1)}/{formatNumber(of)}
          </span>
        )}
        {voided && (
          <b>
            <BothWords of="notValid" /> {formatDateTime(voided.at)}
          </b>
        )}
        {corrected && (
          <b>
            <BothWords of="corrected" />{' '}
            {[formatDateTime(corrected.at), corrected.number].filter(Boolean).join(DOT)}
          </b>
        )}
        {corrects !== null && (
          <span>
            <BothWords of="inPlaceOf" /> {corrects}
          </span>
        )}
        <CopyMark copy={copy} />
      </div>
    </article>
  );
}

/**
 * The first row of each page, measured on a page without a length limit, and again once the fonts
 * have loaded.
 */
function useBreaks(rows: readonly A5Row[]): {
  ruler: RefObject<HTMLDivElement | null>;
  starts: readonly number[];
} {
  const ruler = useRef<HTMLDivElement>(null);
  const [starts, setStarts] = useState<readonly number[]>([0]);
  useLayoutEffect(() => {
    const page = ruler.current?.querySelector('article');
    if (!page) return undefined;
    const measure = () => {
      const [sheet, title, body] = [
        ruler.current?.clientHeight ?? 0,
        page.querySelector('[data-part="title"]'),
        page.querySelector('tbody'),
      ];
      if (!body || sheet === 0) return;
      const [top, bottom] = [
        body.getBoundingClientRect().top - page.getBoundingClientRect().top,
        page.getBoundingClientRect().bottom - body.getBoundingClientRect().bottom,
      ];
      const heights = [...body.rows].map((row) => row.getBoundingClientRect().height);
      const carried = 2 * (page.querySelector('thead')?.getBoundingClientRect().height ?? 0);
      const found = splitRows(
        heights.map((height, at) => ({ height, isHeading: rows[at]?.isHeading === true })),
        {
          first: sheet - top,
          next: sheet - top + (title?.getBoundingClientRect().height ?? 0),
          tail: bottom,
          carried,
        },
      );
      setStarts((before) => (before.join() === found.join() ? before : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, [rows]);
  return { ruler, starts };
}

/** The pages of an A5 paper, and the ruler that measures them. */
export function useA5Pages(
  paper: Paper | undefined,
  copy: number,
): { ruler: ReactNode; pages: ReactNode } {
  const rows = useMemo(() => (paper ? a5Rows(paper) : []), [paper]);
  const { ruler, starts } = useBreaks(rows);
  if (!paper) return { ruler: null, pages: null };
  const parts = starts.map((start, at) => ({ start, rows: rows.slice(start, starts[at + 1]) }));
  const sumUntil = (start: number) =>
    rows.slice(0, start).reduce((sum, { amountLAK }) => sum + amountLAK, 0);
  return {
    ruler: (
      <div ref={ruler} className={styles.ruler} aria-hidden="true" inert>
        <Page paper={paper} copy={copy} rows={rows} at={0} of={1} before={0} hasTotal />
      </div>
    ),
    pages: parts.map((part, at) => (
      <Page
        key={part.start}
        paper={paper}
        copy={copy}
        rows={part.rows}
        at={at}
        of={parts.length}
        before={sumUntil(part.start)}
        hasTotal={(starts[at + 1] ?? rows.length) === rows.length}
      />
    )),
  };
}
