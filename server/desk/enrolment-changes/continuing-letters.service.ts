import { uuidv7 } from 'uuidv7';
import type { SignedInUser } from '#contract/centre/auth.ts';
import type {
  ContinuingLetter,
  HeldFamily,
  LetterLine,
  LetterMarks,
  LettersInput,
} from '#contract/classes/continuing-replies.ts';
import { dayInLaos } from '#contract/dates.ts';
import { registrationKey, type PricedVisit } from '#contract/desk/visit-prices.ts';
import { MAX_PLACES, visitInput, type VisitInput } from '#contract/desk/visits.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { loadPriceSources } from '#server/catalogue/course-fees/place-prices.ts';
import { continuingLetterTable } from '#server/db/tables/desk/continuing.table.ts';
import { classOffers } from '#server/desk/desk-lookups/class-offers.ts';
import { priceByFacts } from '#server/desk/visits/check-visit.service.ts';
import { readVisitFacts, type VisitFacts } from '#server/desk/visits/visit-facts.ts';
import { ApiError } from '#server/lib/api-error.ts';
import { wallClockNow } from '#server/lib/database-clock.ts';
import type { WriteResult } from '#server/lib/write.ts';
import type { Writer } from '#server/lib/writer.ts';
import { readHeldFamilies } from './held-families.ts';
import { readLetterFacts, type LetterFacts } from './letter-facts.ts';

type OfferOf = ReturnType<typeof classOffers>;

/** The asked families with their held seats; those who have paid meanwhile get no letter. */
async function chosenFamilies(
  db: Db | Tx,
  user: SignedInUser,
  termId: string,
  { branchId, payerIds }: LettersInput,
): Promise<HeldFamily[]> {
  const wanted = new Set(payerIds);
  const families = await readHeldFamilies(db, user, termId, branchId);
  return families
    .filter((family) => wanted.has(family.payerId) && family.branchId === branchId)
    .map((family) => ({
      ...family,
      places: family.places.filter(({ isHeld }) => isHeld).slice(0, MAX_PLACES),
    }))
    .filter(({ places }) => places.length > 0);
}

type Books = { bookOf: Map<string, string>; products: object[] };

/** The books of a family's places as the desk adds them: once a child, none that it has. */
function booksFor({ places }: HeldFamily, { classes, books, owned }: LetterFacts): Books {
  const had = new Set(owned);
  const bookOf = new Map<string, string>();
  const products = places.flatMap(({ enrolmentId, studentId, classId }) =>
    books
      .filter(({ courseId }) => courseId === classes.get(classId)?.courseId)
      .flatMap(({ productId, quantity }) => {
        if (had.has(`${studentId} ${productId}`)) return [];
        had.add(`${studentId} ${productId}`);
        const key = uuidv7();
        bookOf.set(key, enrolmentId);
        return [{ key, productId, quantity, studentKey: studentId }];
      }),
  );
  return { bookOf, products };
}

/** The visit that would bill the held places of a family today, with what the desk proposes. */
function visitOf(
  { payerId, kind, branchId, places }: HeldFamily,
  basisOf: (place: HeldFamily['places'][number]) => string,
  { products }: Books,
): VisitInput {
  const payer = kind === 'parent' ? { parentKey: payerId } : { studentKey: payerId };
  return visitInput.parse({
    branchId,
    payer: { kind, ...payer },
    places: places.map((place) => ({
      key: place.enrolmentId,
      studentKey: place.studentId,
      classId: place.classId,
      enrolmentId: place.enrolmentId,
      basis: basisOf(place),
      acceptWarnings: true,
    })),
    products,
    expectedTotal: 0,
  });
}

/** The lines of one place: its tuition, the registration that comes with it, and its books. */
function linesOf(
  enrolmentId: string,
  { lines, problems }: PricedVisit,
  { products, ruleNames }: VisitFacts,
  { bookOf }: Books,
): LetterLine[] {
  const isUnpriced = (key: string) =>
    problems.some(
      (one) => one.key === key && (one.problem === 'priceMissing' || one.problem === 'rateMissing'),
    );
  const own = new Set([enrolmentId, registrationKey(enrolmentId)]);
  return lines.flatMap((line): LetterLine[] => {
    const { key, kind, quantity, amountLAK, netLAK, price, discounts, refId } = line;
    if (kind === 'adjustment' || (!own.has(key) && bookOf.get(key) !== enrolmentId)) return [];
    const { nameEn = '', nameLo = '' } = (kind === 'product' && products.get(refId ?? '')) || {};
    return [
      {
        key,
        kind,
        nameEn,
        nameLo,
        quantity,
        amountLAK,
        netLAK,
        productId: kind === 'product' ? refId : null,
        discounts: discounts.map(({ ruleId, amountLAK: off }) => ({
          nameEn: ruleNames.get(ruleId ?? '')?.nameEn ?? '',
          nameLo: ruleNames.get(ruleId ?? '')?.nameLo ?? '',
          amountLAK: off,
        })),
        foreign: price.currency === 'LAK' ? null : price,
        isPriced: !isUnpriced(key),
      },
    ];
  });
}

/** The letter of one family, priced by the functions with which the desk writes its bill. */
async function letterOf(
  { db, user }: { db: Db; user: SignedInUser },
  family: HeldFamily,
  facts: LetterFacts,
  offerOf: (place: HeldFamily['places'][number]) => ReturnType<OfferOf> | undefined,
): Promise<ContinuingLetter> {
  const books = booksFor(family, facts);
  const visit = visitOf(family, (place) => offerOf(place)?.basis ?? 'term', books);
  const visitFacts = await readVisitFacts(db, user, visit, (key) => key);
  const priced = priceByFacts(visit, visitFacts);
  const places = family.places.flatMap((place) => {
    const school = facts.classes.get(place.classId);
    if (!school) return [];
    const { enrolmentId, firstName, lastName, firstNameEn, lastNameEn, nickname, until } = place;
    const { classCode, courseEn, courseLo, slots, startDate, endDate } = school;
    return {
      enrolmentId,
      firstName,
      lastName,
      firstNameEn,
      lastNameEn,
      nickname,
      until,
      classCode,
      courseEn,
      courseLo,
      slots,
      startDate,
      endDate,
      teacher: `${school.firstName ?? ''} ${school.lastName ?? ''}`.trim(),
      lines: linesOf(enrolmentId, priced, visitFacts, books),
    };
  });
  const { payerId, payerName, payerNameEn, phone } = family;
  return {
    payerId,
    payerName,
    payerNameEn,
    phone,
    ...facts.branch,
    language: facts.languageOf(payerId),
    places,
    totalLAK: priced.totalLAK,
  };
}

/** POST `/academic-terms/{id}/continuing/letters/preview`. */
export async function readLetters(
  db: Db,
  user: SignedInUser,
  termId: string,
  input: LettersInput,
): Promise<ContinuingLetter[]> {
  const families = await chosenFamilies(db, user, termId, input);
  if (families.length === 0) return [];
  const all = families.flatMap(({ places }) => places);
  const classIds = [...new Set(all.map(({ classId }) => classId))];
  const studentIds = [...new Set(all.map(({ studentId }) => studentId))];
  const facts = await readLetterFacts(db, input.branchId, {
    classIds,
    studentIds,
    payerIds: families.map(({ payerId }) => payerId),
  });
  const now = await wallClockNow(db);
  const today = dayInLaos(Date.parse(now));
  const sources = await loadPriceSources(db, { classIds, studentIds, now, today });
  const offerOf = ({ classId, studentId }: HeldFamily['places'][number]) => {
    const school = facts.classes.get(classId);
    const priceCategory = facts.categories.get(studentId) ?? '';
    const asked = { asked: undefined, units: 1, startDate: null, isCopy: false };
    return (
      school && classOffers(sources, { studentId, priceCategory, ...asked })({ ...school, classId })
    );
  };
  const letters: ContinuingLetter[] = [];
  for (const family of families) letters.push(await letterOf({ db, user }, family, facts, offerOf));
  return letters;
}

/** POST `/academic-terms/{id}/continuing/letters`: marks the letters of families. */
export async function markLetters(
  { tx, user }: Writer,
  termId: string,
  { way, ...asked }: LetterMarks,
): Promise<WriteResult<{ marked: number }>> {
  const families = await chosenFamilies(tx, user, termId, asked);
  if (families.length === 0) throw new ApiError('notFound');
  const { branchId } = asked;
  await tx.insert(continuingLetterTable).values(
    families.map(({ payerId, kind }) => ({
      termId,
      branchId,
      way,
      byId: user._id,
      ...(kind === 'parent' ? { payerParentId: payerId } : { payerStudentId: payerId }),
    })),
  );
  return {
    answer: { marked: families.length },
    audit: {
      action: way === 'printed' ? 'print' : 'send',
      entity: 'academic-terms',
      entityId: termId,
      after: { way, branchId, letters: families.length },
    },
  };
}
