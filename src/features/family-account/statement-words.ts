import type { AccountRowKind } from '#contract/orders/family-account.ts';
import type { PaymentMethod } from '#contract/orders/payments.ts';

type Pair = readonly [lo: string, en: string];

/**
 * The words of the statement, Lao first. A paper has both languages, whatever language the
 * interface has.
 */
export const statementWords = {
  title: ['ໃບສະຫຼຸບບັນຊີ', 'Statement of account'],
  payer: ['ຜູ້ຊຳລະເງິນ', 'Payer'],
  phone: ['ເບີໂທ', 'Phone'],
  asOf: ['ຂໍ້ມູນວັນທີ', 'As of'],
  printed: ['ພິມວັນທີ', 'Printed'],
  day: ['ວັນທີ', 'Day'],
  paper: ['ເອກະສານ', 'Paper'],
  what: ['ລາຍການ', 'What'],
  charged: ['ຄິດເງິນ', 'Charged'],
  credited: ['ຊຳລະ ຫຼື ຫັກ', 'Paid or credited'],
  balance: ['ຍອດຄ້າງ', 'Balance'],
  due: ['ຍອດຄ້າງຊຳລະ', 'Balance due'],
  credit: ['ເງິນຄົງເຫຼືອ', 'Credit'],
  dueLessCredit: ['ຍອດຄ້າງຊຳລະ − ເງິນຄົງເຫຼືອ', 'Balance due − credit'],
  pending: ['ລໍຖ້າກວດສອບ', 'to be verified'],
  held: ['ຈອງໄວ້ (ບໍ່ລວມໃນຍອດ)', 'Held (not in the balance)'],
  elsewhere: ['ສາຂາອື່ນ (ບໍ່ລວມໃນຍອດ)', 'Other branches (not in the balance)'],
  page: ['ໜ້າ', 'Page'],
  none: ['ບໍ່ມີລາຍການ', 'No rows'],
} as const satisfies Record<string, Pair>;

export const methodWords: Record<PaymentMethod, Pair> = {
  cash: ['ເງິນສົດ', 'Cash'],
  qr: ['QR ທະນາຄານ', 'Bank QR'],
  transfer: ['ໂອນເງິນ', 'Transfer'],
  opening: ['ຍອດຍົກມາ', 'Opening balance'],
};

export const kindWords: Record<Exclude<AccountRowKind, 'lines' | 'payment'>, Pair> = {
  verified: ['ຢືນຢັນແລ້ວ, ສ່ວນເກີນເປັນເງິນຄົງເຫຼືອ', 'Confirmed, the rest is credit'],
  rejected: ['ປະຕິເສດສະລິບ', 'Slip rejected'],
  voided: ['ຍົກເລີກການຊຳລະ', 'Payment voided'],
  credit: ['ໃຊ້ເງິນຄົງເຫຼືອ', 'Credit used'],
  toHold: ['ສຳລັບຄຳສັ່ງຊື້ທີ່ຈອງໄວ້', 'For a held order'],
  fromHold: ['ເງິນທີ່ຊຳລະຕອນຈອງ', 'Paid while it was held'],
  toElsewhere: ['ໃຊ້ຢູ່ສາຂາອື່ນ', 'Used at another branch'],
  fromElsewhere: ['ເງິນທີ່ຮັບຢູ່ສາຂາອື່ນ', 'Received at another branch'],
  moved: ['ຖອນຈາກຄຳສັ່ງຊື້', 'Taken off an order'],
  refund: ['ຄືນເງິນ', 'Refund'],
};
