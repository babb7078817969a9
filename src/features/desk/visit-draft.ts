import * as z from 'zod/mini';
import type { DeskClass, DeskFamily } from '#contract/desk.ts';
import type { VisitRates } from '#contract/visit-prices.ts';
import type { PriceCurrency } from '#contract/currencies.ts';
import type { TenderMethod } from '#contract/payments.ts';
import type { NewParent, NewStudent, VisitAdjustment, VisitInput, VisitPayer, VisitPlace, VisitProduct } from '#contract/visits.ts';

/** A family as it was read; `copied`: from this device, with what it owed then. */
export type DraftFamily = DeskFamily & { copied?: { at: number; owedLAK: number } };
/** A place with the class as it was offered: the bill is shown from it, also without a network. */
export type DraftPlace = VisitPlace & { offered: DeskClass };
/** A product on the bill; `withPlace`: it came with a class and goes with it. */
export type DraftProduct = VisitProduct & { withPlace: string | null };
/** An amount in minor units while it is typed; a text is what could not be read. */
type Typed = number | string | null;
/** A row of money. */
export type DraftTender = { key: string; method: TenderMethod; currency: PriceCurrency; tendered: Typed; bankAccountId: string | null; reference: string; slipFileId: string | null };
export type DraftAdjustment = Omit<VisitAdjustment, 'amountLAK'> & { amountLAK: Typed };
export type DraftNewStudent = Pick<NewStudent, 'key' | 'firstName' | 'lastName' | 'nickname' | 'gender' | 'dateOfBirth' | 'phone' | 'guardians' | 'confirmedDuplicate'>;
/** How much of what is due the chips ask for. */
export type Target = 'exact' | 'half' | 'deposit';
/** What is left in so many equal parts, or in parts that somebody typed. */
export type DraftPlan = { kind: 'equal'; count: number } | { kind: 'typed'; parts: { dueOn: string | null; amountLAK: Typed }[] };

/** Cash that was taken while the server was out of reach, as its provisional slip says it. */
export type Taken = {
  at: string;
  totalLAK: number;
  /** By the key of each line what it came to. */
  lines: { key: string; name: string; netLAK: number }[];
  change: { currency: PriceCurrency; amount: number }[];
  rates: VisitRates;
};

/** Everything of one visit that is not yet sent: what its draft on the device holds. */
export type VisitDraft = {
  family: DraftFamily | null;
  payer: VisitPayer | null;
  newParents: NewParent[];
  newStudents: DraftNewStudent[];
  /** The child for whom classes and products are chosen now. */
  childKey: string | null;
  places: DraftPlace[];
  products: DraftProduct[];
  adjustments: DraftAdjustment[];
  debts: VisitInput['debts'];
  usesCredit: boolean;
  target: Target;
  tenders: DraftTender[];
  changeIn: PriceCurrency;
  /** Change in kip that is kept as credit, because small notes are missing. */
  changeOwedLAK: number;
  dueDate: string | null;
  plan: DraftPlan | null;
  taken: Taken | null;
};

const list = z._default(z.array(z.any()), []);
const anything = z._default(z.any(), null);

/** What a draft on the device may hold. */
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
  tenders: [],
  changeIn: 'LAK',
  changeOwedLAK: 0,
  dueDate: null,
  plan: null,
  taken: null,
};

export const isEmptyVisit = ({ payer, places, products, newStudents }: VisitDraft) => payer === null && places.length + products.length + newStudents.length === 0;
