import { ChevronDown, ChevronRight, Plus, Search } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ageFinding } from '#contract/classes/age-finding.ts';
import { coursesList } from '#contract/courses/courses-list.ts';
import { productsList } from '#contract/stock/products-list.ts';
import type { Course } from '#contract/courses/courses.ts';
import type { DeskClass } from '#contract/desk/desk.ts';
import type { Product } from '#contract/stock/products.ts';
import { DOT } from '#contract/words/dot.ts';
import { Button } from '#src/components/kit/button.tsx';
import { LeftToRight } from '#src/components/kit/left-to-right.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { Money } from '#src/components/kit/money.tsx';
import { ComesFirst } from '#src/components/page/comes-first.tsx';
import { ScanButton } from '#src/components/scan/scan-button.tsx';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { findByCode } from '#src/entities/product/find-product.ts';
import { productName } from '#src/entities/product/product-name.ts';
import { useProductCode } from '#src/entities/product/use-product-scan.ts';
import { useProducts, useStock } from '#src/entities/product/use-products.ts';
import { CopiedAt } from '#src/features/desk/copied-at.tsx';
import { useClasses } from '#src/features/desk/desk-queries.ts';
import cards from '#src/features/desk/cards.module.css';
import styles from '#src/features/desk/desk.module.css';
import { WHAT_ID } from '#src/features/desk/places.ts';
import { useSellsOnly, type Visit } from '#src/features/desk/use-visit.ts';
import {
  addAdjustment,
  changePlace,
  sellProduct,
  toggleClass,
} from '#src/features/desk/visit-basket.ts';
import type { SeatLine } from '#src/features/desk/visit-draft.ts';
import { draftChildren, type FamilyChild } from '#src/features/desk/visit-people.ts';
import { SeatsAsOf } from '#src/entities/class/seats-as-of.tsx';
import { later } from '#src/lib/browser/later.ts';
import { useCan } from '#src/lib/session/use-can.ts';
import { newIdempotencyKey } from '#src/lib/request/save.ts';
import { readFailureText } from '#src/lib/request/failure-text.ts';
import { paths } from '#src/lib/paths.ts';
import { today } from '#src/lib/text/today.ts';
import { arrange } from '#src/lib/text/arrange.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { usePersonName } from '#src/lib/text/person-name.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { useCachedList } from '#src/offline/lists/cached-list.ts';
import { ErrorText } from '#src/components/kit/error-text.tsx';
import { InputBox } from '#src/components/kit/field.tsx';
import { useBooksOf } from './books-of.ts';
import { arrangeClasses } from './arrange-classes.ts';
import classCards from './class-card.module.css';
import { DeskClassCard } from './class-card.tsx';

const BookTicks = lazy(async () => ({ default: (await import('./book-ticks.tsx')).BookTicks }));

const EmptyWhat = later(async () => (await import('./empty-what.tsx')).EmptyWhat);

const PRODUCTS_SHOWN = 6;
const inUse = ({ active }: Product) => active;

/** The products that match the text; undefined for an empty one, and before the list is here. */
function useFoundProducts(search: string): readonly Product[] | undefined {
  const { rows, isHere } = useProducts();
  return useMemo(
    () =>
      !isHere || search.trim() === ''
        ? undefined
        : arrange(rows.filter(inUse), {
            search,
            searchIn: productsList.search,
            sort: undefined,
          }).slice(0, PRODUCTS_SHOWN),
    [rows, isHere, search],
  );
}

type FoundProductsProps = { found: readonly Product[]; onAdd: (product: Product) => void };

/** Products that were found, each one press away from the bill. */
function FoundProducts({ found, onAdd }: FoundProductsProps) {
  const { t } = useTranslation(['desk', 'common']);
  const language = useLanguage();
  const { stockOf } = useStock();
  return found.map((product) => {
    const stock = stockOf(product);
    return (
      <button
        key={product._id}
        type="button"
        className={cards.goods}
        data-found
        onClick={() => onAdd(product)}
      >
        <span>
          <b>{productName(product, language)}</b>
          <small>
            <LeftToRight>{product.sku}</LeftToRight>
            {stock &&
              `${DOT}${t('what.onHand', { n: formatNumber(stock.onHand - stock.reserved) })}`}
          </small>
        </span>
        <Money amount={product.price} currency={product.currency} />
      </button>
    );
  });
}

/** Neither a class nor a product matches the text. */
function NothingFound({ search }: { search: string }) {
  const { t } = useTranslation();
  return <p role="status">{t('list.noMatch', { search: search.trim() })}</p>;
}

/** No class is open. There may be drafts, and opening one is quicker than adding another. */
function NoneOpen() {
  const { t } = useTranslation('desk');
  return (
    <ComesFirst text={t('what.none')} to={paths.addClass} page="addClass" action="classes:write">
      <LinkButton to={`${paths.allocateClasses}?status=draft`}>{t('what.drafts')}</LinkButton>
    </ComesFirst>
  );
}

/**
 * Adds the age finding for a new student, because the server checks the age of known students only.
 */
function withAge(
  one: DeskClass,
  { known, dateOfBirth }: FamilyChild,
  course: Course | undefined,
): DeskClass {
  const finding =
    known === undefined &&
    course &&
    ageFinding(course, dateOfBirth, { startDate: one.startDate, today: today() });
  return finding ? { ...one, findings: [...one.findings, finding] } : one;
}

type ClassesProps = {
  visit: Visit;
  child: FamilyChild;
  search: string;
  /** True if no product matches the text. */
  isNoProduct: boolean;
};

/** The classes of one child, the next level first. */
function Classes({ visit, child, search, isNoProduct }: ClassesProps) {
  const { t } = useTranslation(['desk', 'common']);
  const language = useLanguage();
  const nameOf = usePersonName();
  const { draft, change, branchId, wallet } = visit;
  const classes = useClasses(branchId, child);
  const [areOthersOpen, showOthers] = useState(false);
  const { rows } = useCachedList(coursesList, { quiet: true });
  const byId = useMemo(() => new Map(rows?.map((course) => [course._id, course])), [rows]);
  const nextId = child.known?.nextCourseId ?? null;
  const courseName = (id: string) => {
    const course = byId.get(id);
    return course
      ? language === 'lo' && course.nameLo !== ''
        ? course.nameLo
        : course.nameEn
      : '';
  };
  const placeIn = ({ classId }: DeskClass) =>
    draft.places.find((place) => place.studentKey === child.key && place.classId === classId);
  const toggle = (one: DeskClass, waits: boolean, override: SeatLine['override'] = null) =>
    change((before) => {
      const next = toggleClass(before, child, one, {
        books: byId.get(one.courseId)?.products ?? [],
        newKey: newIdempotencyKey,
        waits,
      });
      return {
        ...next,
        places: next.places.map((place) =>
          override !== null && place.classId === one.classId && place.studentKey === child.key
            ? { ...place, override }
            : place,
        ),
      };
    });
  if (classes.error && !classes.data) return <p role="alert">{readFailureText(classes.error)}</p>;
  if (!classes.data) return <p role="status">{t('common:loading')}</p>;
  const { hasNext, near, others } = arrangeClasses(classes.data.classes, {
    child,
    courses: byId,
    search,
    today: today(),
    isChosen: (one) => placeIn(one) !== undefined,
  });
  const card = (one: DeskClass) => (
    <DeskClassCard
      key={one.classId}
      one={withAge(one, child, byId.get(one.courseId))}
      courseName={courseName(one.courseId)}
      step={wallet?.step ?? 1000}
      place={placeIn(one)}
      onToggle={(waits, override) => toggle(one, waits, override)}
      onChange={(changes) =>
        change((before) => changePlace(before, placeIn(one)?.key ?? '', changes))
      }
      signs={child.known && { branchId, studentKey: child.key }}
    />
  );
  return (
    <>
      {hasNext && (
        <p>{t('what.next', { name: nameOf(child.name), course: courseName(nextId ?? '') })}</p>
      )}
      {near.length + others.length === 0 &&
        (search.trim() === '' ? <NoneOpen /> : isNoProduct && <NothingFound search={search} />)}
      <div className={classCards.classes}>{near.map(card)}</div>
      <Suspense fallback={null}>
        <BookTicks visit={visit} child={child} />
      </Suspense>
      {others.length > 0 && (
        <Button
          icon={areOthersOpen ? ChevronDown : ChevronRight}
          aria-expanded={areOthersOpen}
          onClick={() => showOthers(!areOthersOpen)}
        >
          {t('what.others', { n: formatNumber(others.length) })}
        </Button>
      )}
      {areOthersOpen && <div className={classCards.classes}>{others.map(card)}</div>}
    </>
  );
}

/** The time of the seat counts. */
function SeatsOfClasses({ visit: { branchId }, child }: { visit: Visit; child: FamilyChild }) {
  const { data, dataUpdatedAt } = useClasses(branchId, child);
  if (data?.copiedAt !== undefined) return <CopiedAt at={data.copiedAt} />;
  return <SeatsAsOf fetchedAt={dataUpdatedAt} className={`${styles.asOf} ${styles.end}`} />;
}

/** The lines to buy: classes for the selected child, and products found by name, code or scan. */
export function WhatZone({
  visit,
  onOpenLine,
}: {
  visit: Visit;
  onOpenLine: (key: string) => void;
}) {
  // The cards of classes use the words of courses. If these came with the cards, the zone would be
  // hidden until then, and lose the focus that it was just given.
  const { t } = useTranslation(['desk', 'common', 'courses']);
  const { draft, change } = visit;
  const sellsOnly = useSellsOnly();
  const [search, setSearch] = useState('');
  const child = draftChildren(draft).find(({ key }) => key === draft.childKey);
  const found = useFoundProducts(search);
  const isNoProduct = found?.length === 0;
  const onTicks = useBooksOf(draft, sellsOnly ? undefined : child);
  const add = ({ _id }: Product) => {
    change((before) => sellProduct(before, _id, newIdempotencyKey()));
    setSearch('');
  };
  const mayAdjust = useCan('orders:adjust') && draft.payer !== null;
  const adjust = () => {
    const key = newIdempotencyKey();
    change((before) => addAdjustment(before, key));
    onOpenLine(key);
  };
  const { take, unknown } = useProductCode(add, inUse);
  /**
   * Enter takes the product of a whole code, or what is found alone. Of several the first gets the
   * focus, so that none is taken unseen.
   */
  const takeFound = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || search.trim() === '') return;
    event.preventDefault();
    const exact = findByCode(found ?? [], search);
    if (exact) return add(exact);
    const [first, ...others] =
      event.currentTarget
        .closest('section')
        ?.querySelectorAll<HTMLButtonElement>('[data-found]:enabled') ?? [];
    if (!first || others.length > 0 || first.ariaPressed === 'true') return first?.focus();
    first.click();
    setSearch('');
  };
  return (
    <section className={styles.zone} aria-labelledby="desk-what" data-zone="what">
      <h2 id="desk-what" tabIndex={-1}>
        <span className={styles.step}>{2}</span>
        {t('what.title')}
        {child && !sellsOnly && <SeatsOfClasses visit={visit} child={child} />}
      </h2>
      <div className={styles.in}>
        <div className={`${styles.row} ${styles.search}`}>
          <InputBox className={styles.grow}>
            <Search aria-hidden size={16} />
            <input
              id={WHAT_ID}
              type="search"
              {...takesCards}
              autoComplete="off"
              aria-label={t('what.find')}
              placeholder={t('what.find')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              onKeyDown={takeFound}
            />
          </InputBox>
          <ScanButton onScan={(code) => void take(code)} many />
        </div>
        <ErrorText role="status">
          {unknown !== undefined && t('what.unknownCode', { code: unknown })}
        </ErrorText>
        {child && !sellsOnly ? (
          <Classes visit={visit} child={child} search={search} isNoProduct={isNoProduct} />
        ) : search.trim() === '' ? (
          <Suspense fallback={null}>
            <EmptyWhat visit={visit} withClasses={!sellsOnly && !draft.payer} onAdd={add} />
          </Suspense>
        ) : (
          isNoProduct && <NothingFound search={search} />
        )}
        {found && (
          <FoundProducts found={found.filter(({ _id }) => !onTicks.has(_id))} onAdd={add} />
        )}
        {mayAdjust && (
          <Button icon={Plus} onClick={adjust}>
            {t('line.adjustment')}
          </Button>
        )}
      </div>
    </section>
  );
}
