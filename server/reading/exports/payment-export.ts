import type { SignedInUser } from '#contract/centre/auth.ts';
import type { PaymentFilters, PaymentRow } from '#contract/orders/payment-rows.ts';
import { decimalsOf } from '#contract/money/currencies.ts';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { receiptTable } from '#server/db/tables/ledger/books.table.ts';
import { rowFields } from '#server/ledger/payments/payment-rows.ts';
import { bankAccountTable, paymentTable } from '#server/db/tables/ledger/payments.table.ts';
import type { Export, ExportColumn } from './export-list.ts';

const words = {
  method: {
    cash: ['Cash', 'ເງິນສົດ'],
    qr: ['Bank QR', 'QR ທະນາຄານ'],
    transfer: ['Bank transfer', 'ໂອນຜ່ານທະນາຄານ'],
    opening: ['Opening balance', 'ຍອດຍົກມາ'],
  },
  state: {
    pending: ['To be verified', 'ລໍຖ້າກວດສອບ'],
    confirmed: ['Confirmed', 'ຢືນຢັນແລ້ວ'],
    rejected: ['Rejected', 'ປະຕິເສດແລ້ວ'],
    void: ['Void', 'ຍົກເລີກແລ້ວ'],
  },
} as const;
const columns: ExportColumn<PaymentRow>[] = [
  { en: 'Receipt', lo: 'ໃບຮັບເງິນ', cell: ({ receiptNumber }) => receiptNumber },
  { en: 'Time (Vientiane)', lo: 'ເວລາ (ວຽງຈັນ)', cell: ({ at }) => ({ at }) },
  { en: 'Payer', lo: 'ຜູ້ຊຳລະເງິນ', cell: ({ payerName }) => payerName },
  { en: 'Phone', lo: 'ເບີໂທ', cell: ({ payerPhone }) => payerPhone },
  {
    en: 'Orders',
    lo: 'ຄຳສັ່ງຊື້',
    cell: ({ orders }) => orders.map(({ number }) => number).join(', '),
  },
  {
    en: 'Method',
    lo: 'ວິທີຊຳລະ',
    cell: ({ method }, language) => words.method[method][language === 'lo' ? 1 : 0],
  },
  {
    en: 'Status',
    lo: 'ສະຖານະ',
    cell: ({ state }, language) => words.state[state][language === 'lo' ? 1 : 0],
  },
  { en: 'Currency', lo: 'ສະກຸນເງິນ', cell: ({ currency }) => currency },
  {
    en: 'Received',
    lo: 'ເງິນທີ່ຮັບມາ',
    cell: ({ tendered, currency }) => tendered / 10 ** decimalsOf(currency),
  },
  { en: 'Rate', lo: 'ອັດຕາແລກປ່ຽນ', cell: ({ rate }) => rate },
  { en: 'In kip', lo: 'ເປັນກີບ', cell: ({ amountLAK }) => amountLAK },
  { en: 'Bank', lo: 'ທະນາຄານ', cell: ({ bank }) => bank },
  { en: 'Reference', lo: 'ເລກອ້າງອີງ', cell: ({ reference }) => reference },
  { en: 'Drawer', lo: 'ລິ້ນຊັກ', cell: ({ drawerName }) => drawerName },
  { en: 'Recorded by', lo: 'ຜູ້ບັນທຶກ', cell: ({ by }) => by },
  { en: 'Confirmed by', lo: 'ຜູ້ຢືນຢັນ', cell: ({ decidedBy }) => decidedBy },
  { en: 'Reason', lo: 'ເຫດຜົນ', cell: ({ reason }) => reason },
];

/** The payments that the filters of the list find, in the order in which they were recorded. */
export const paymentExport = (db: Db, user: SignedInUser): Export<PaymentRow> => ({
  name: 'payments',
  title: { en: 'Payments', lo: 'ການຊຳລະເງິນ' },
  table: paymentTable,
  columns,
  rows: ({ where, key, orderBy, limit }) =>
    db
      .select({ ...rowFields(user), key })
      .from(paymentTable)
      .leftJoin(receiptTable, eq(receiptTable._id, paymentTable.receiptId))
      .leftJoin(bankAccountTable, eq(bankAccountTable._id, paymentTable.bankAccountId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
});

/** The filters of the export, as the audit log records them. */
export const filtersOf = ({
  branchId,
  drawerId,
  cashierId,
  method,
  currency,
  state,
  from,
  to,
  search,
}: PaymentFilters) => ({
  branchId,
  drawerId,
  cashierId,
  method,
  currency,
  state,
  from,
  to,
  search,
});
