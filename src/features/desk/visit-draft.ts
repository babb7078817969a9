import * as z from 'zod/mini';
import type { DeskClass, DeskFamily } from '#contract/desk/desk.ts';
import type { VisitRates } from '#contract/desk/visit-prices.ts';
import type { PriceCurrency } from '#contract/money/currencies.ts';
import type {
  NewParent,
  NewStudent,
  VisitAdjustment,
  VisitInput,
  VisitPayer,
  VisitPlace,
  VisitProduct,
} from '#contract/desk/visits.ts';
import type { DraftPlan } from '#src/entities/payment/plan.ts';
import type { MoneyDraft, Typed } from '#src/entities/payment/tenders.ts';

/** A family as it was loaded; `copied` if it is from this device, with its debt at that time. */
export type DraftFamily = DeskFamily & { copied?: { at: number; owedLAK: number } };
/** A seat with the class as it was offered, so that the bill can be shown without network. */
export type SeatLine = VisitPlace & { offered: DeskClass };
/** A product on the bill; `withPlace` is the seat that it came with and is removed with. */
export type DraftProduct = VisitProduct & { withPlace: string | null };
export type DraftAdjustment = Omit<VisitAdjustment, 'amountLAK'> & { amountLAK: Typed };
export type DraftNewStudent = Pick<
  NewStudent,
  | 'key'
  | 'firstName'
  | 'lastName'
  | 'nickname'
  | 'gender'
  | 'dateOfBirth'
  | 'phone'
  | 'guardians'
  | 'confirmedDuplicate'
>;

/**
 * Cash that was taken while the server was out of reach, with the figures of its provisional slip.
 */
export type DraftOfflineCash = {
  at: string;
  totalLAK: number;
  /** The net sum of each line, by its key. */
  lines: { key: string; name: string; netLAK: number }[];
  change: { currency: PriceCurrency; amount: number }[];
  rates: VisitRates;
};

/** Everything of one visit that is not yet sent; its draft on the device holds the same. */
export type VisitDraft = MoneyDraft & {
  family: DraftFamily | null;
  payer: VisitPayer | null;
  newParents: NewParent[];
  newStudents: DraftNewStudent[];
  /** The child for whom classes and products are being chosen. */
  childKey: string | null;
  places: SeatLine[];
  products: DraftProduct[];
  adjustments: DraftAdjustment[];
  debts: VisitInput['debts'];
  usesCredit: boolean;
  dueDate: string | null;
  plan: DraftPlan | null;
  taken: DraftOfflineCash | null;
};

const list = z._default(z.array(z.any()), []);
const anything = z._default(z.any(), null);

/** The shape of a draft on the device. */
export const draftSchema = z.object({
  family: anything,
  payer: anything,
  newParents: list,
  newStudents: list,
  childKey: anything,
  places: list,
  products: list,
  adjustments: list,
  debts: list,
  usesCredit: z._default(z.boolean(), false),
  target: z._default(z.string(), 'exact'),
  keepsAll: z._default(z.boolean(), false),
  tenders: list,
  changeIn: z._default(z.string(), 'LAK'),
  changeOwedLAK: z._default(z.int(), 0),
  dueDate: anything,
  plan: anything,
  taken: anything,
});

export const emptyVisit: VisitDraft = {
  family: null,
  payer: null,
  newParents: [],
  newStudents: [],
  childKey: null,
  places: [],
  products: [],
  adjustments: [],
  debts: [],
  usesCredit: false,
  target: 'exact',
  keepsAll: false,
  tenders: [],
  changeIn: 'LAK',
  changeOwedLAK: 0,
  dueDate: null,
  plan: null,
  taken: null,
};

/** True if nothing is on the bill yet. */
export const hasNoLine = ({ taken, places, products, adjustments, debts }: VisitDraft): boolean =>
  taken === null && places.length + products.length + adjustments.length + debts.length === 0;

const isTypedBuyer = (payer: VisitPayer | null) =>
  payer?.kind === 'walkIn' && payer.name + payer.phone !== '';

/** True if nothing would be lost: a family that was only looked at is found again at once. */
export const isEmptyVisit = (draft: VisitDraft): boolean =>
  hasNoLine(draft) &&
  draft.newStudents.length + draft.tenders.length === 0 &&
  !isTypedBuyer(draft.payer);
