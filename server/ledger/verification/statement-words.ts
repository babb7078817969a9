import { headingKey } from '#server/lib/sheets/heading-key.ts';
import type { TableKind } from '#server/lib/sheets/table-kind.ts';
import { wordList } from '#server/lib/sheets/word-list.ts';

/** The columns that a statement may have, under the headings of banks in Laos and Thailand. */
export type StatementName =
  | 'day'
  | 'valueDay'
  | 'time'
  | 'reference'
  | 'description'
  | 'credit'
  | 'debit'
  | 'amount'
  | 'direction'
  | 'balance'
  | 'currency'
  | 'status';

const day = wordList(`
  transaction date, txn date, trans date, tran date, transaction date time, ວັນທີເຮັດລາຍການ,
  ວັນທີທຸລະກຳ, ວັນທີເຮັດທຸລະກຳ, ວັນທີເຄື່ອນໄຫວ, วันที่ทำรายการ, วันที่ทำธุรกรรม, date, date time,
  datetime, date and time, ວັນທີ, ວັນທີ ເວລາ, ວັນທີ ແລະ ເວລາ, ວັນ ເດືອນ ປີ, ວດປ, ວັນ, วันที่,
  วันที่ เวลา, วันเวลา, วัน เดือน ปี, วดป, posting date, post date, posted date, booking date,
  book date, process date, entry date, operation date, day, ວັນທີບັນທຶກ, วันที่บันทึก, post dt,
  posting dt, txn dt, trans dt, tran dt, transaction dt, transaction day, วันที่รายการ,
  วันทำรายการ, ວັນທີລາຍການ, ວັນທີໂອນ
`);
const time = wordList(`
  time, transaction time, txn time, ເວລາ, ເວລາເຮັດລາຍການ, เวลา, เวลาทำรายการ, trans time,
  tran time, posting time, post time, เวลาที่ทำรายการ, เวลาที่ทำธุรกรรม, ເວລາທຸລະກຳ,
  ເວລາທີ່ເຮັດລາຍການ
`);
const reference = wordList(`
  reference, reference no, reference number, reference id, ref, ref no, refno, ref id, ref number,
  bank reference, bank ref, transaction id, transaction no, transaction number,
  transaction reference, transaction ref, txn id, txn no, txn ref, ticket, ticket no, bill number,
  bill no, document no, doc no, voucher no, voucher, trace no, trace, journal no, ft no, slip no,
  ເລກອ້າງອີງ, ເລກອ້າງອິງ, ເລກທີອ້າງອີງ, ເລກທີອ້າງອິງ, ລະຫັດອ້າງອີງ, ລະຫັດອ້າງອິງ, ອ້າງອີງ,
  ອ້າງອິງ, ເລກທີລາຍການ, ເລກທີທຸລະກຳ, ເລກລາຍການ, ເລກທີ, ເລກທີໃບບິນ, เลขที่อ้างอิง, เลขอ้างอิง,
  หมายเลขอ้างอิง, รหัสอ้างอิง, อ้างอิง, เลขที่รายการ, trans ref, tran ref, trans ref no,
  tran ref no, trx ref, trx ref no, trx id, trx no, txn ref no, txn reference, fcc ref,
  fcc ref no, transaction ref no, trans id, tran id, trans no, our ref, ລະຫັດທຸລະກຳ, ລະຫັດລາຍການ,
  ເລກໃບບິນ, ເລກບິນ, รหัสรายการ, รหัสธุรกรรม
`);
const description = wordList(`
  description, details, detail, transaction details, transaction description, particulars,
  particular, narrative, narration, remark, remarks, memo, message, note, notes, purpose,
  transaction, content, sender, comment, ລາຍລະອຽດ, ເນື້ອໃນ, ເນື້ອໃນລາຍການ, ເນື້ອໃນທຸລະກຳ, ລາຍການ,
  ຄຳອະທິບາຍ, ໝາຍເຫດ, รายละเอียด, คำอธิบาย, รายการ, บันทึกช่วยจำ, หมายเหตุ, ช่องทาง, descriptions,
  transaction detail, sender name, from, payer, channel, ຊ່ອງທາງ, ຊື່ຜູ້ໂອນ, ຜູ້ໂອນ, ຂໍ້ຄວາມ,
  ชื่อผู้โอน, ผู้โอน, ข้อความ
`);
const credit = wordList(`
  credit, credit amount, credits, cr, cr amount, amount cr, amount credit, deposit, deposits,
  deposit amount, money in, paid in, cash in, amount in, received, receipt, receipts, incoming,
  in, inflow, ເງິນເຂົ້າ, ຈຳນວນເງິນເຂົ້າ, ຝາກ, ເງິນຝາກ, ຝາກເງິນ, ຍອດຝາກ, ຈຳນວນເງິນຝາກ, ມີ, ຍອດມີ,
  ເບື້ອງມີ, ຮັບ, ເງິນຮັບ, ລາຍຮັບ, ເຂົ້າ, ເຄຣດິດ, ເຄດິດ, ฝาก, ฝากเงิน, เงินฝาก, ยอดฝาก,
  จำนวนเงินฝาก, เงินเข้า, รับ, รายรับ, เครดิต, เข้า, credit amt, cr amt, deposit amt, lodgement,
  lodgements, paid in amount, ຝາກເຂົ້າ, ຮັບເຂົ້າ, ຍອດເຂົ້າ, ຈຳນວນເຂົ້າ, ຍອດຮັບ, ຍອດເງິນເຂົ້າ,
  รายการฝาก, ยอดเข้า, รับเข้า, ฝากเข้า
`);
const debit = wordList(`
  debit, debit amount, debits, dr, dr amount, amount dr, amount debit, withdrawal, withdrawals,
  withdraw, withdrawal amount, withdraw amount, money out, paid out, cash out, amount out,
  payment, payments, outgoing, out, outflow, ເງິນອອກ, ຈຳນວນເງິນອອກ, ຖອນ, ເງິນຖອນ, ຖອນເງິນ, ຍອດຖອນ,
  ຈຳນວນເງິນຖອນ, ໜີ້, ຍອດໜີ້, ເບື້ອງໜີ້, ຈ່າຍ, ເງິນຈ່າຍ, ລາຍຈ່າຍ, ອອກ, ເດບິດ, ເດບິຕ, ถอน, ถอนเงิน,
  เงินถอน, ยอดถอน, จำนวนเงินถอน, เงินออก, จ่าย, รายจ่าย, เดบิต, ออก, debit amt, dr amt,
  withdrawal amt, ຖອນອອກ, ຈ່າຍອອກ, ຍອດອອກ, ຈຳນວນອອກ, ຍອດຈ່າຍ, ຍອດເງິນອອກ, รายการถอน, ยอดออก,
  จ่ายออก, ถอนออก
`);
const amount = wordList(`
  amount, transaction amount, txn amount, trans amount, net amount, sum, ຈຳນວນເງິນ, ຈຳນວນ, ມູນຄ່າ,
  ຍອດເງິນ, ຈຳນວນເງິນທຸລະກຳ, จำนวนเงิน, จำนวน, ยอดเงิน, amt, txn amt, trans amt, transaction amt,
  tran amt, trx amount, value, ເງິນ, เงิน
`);
const direction = wordList(`
  +/-, dr/cr, cr/dr, d/c, c/d, debit/credit, credit/debit, dc, in/out, sign, direction, indicator,
  dr cr indicator, type, transaction type, txn type, trans type, ຝາກ/ຖອນ, ຖອນ/ຝາກ, ໜີ້/ມີ,
  ເຂົ້າ/ອອກ, ປະເພດ, ປະເພດລາຍການ, ປະເພດທຸລະກຳ, ฝาก/ถอน, ถอน/ฝาก, เข้า/ออก, ประเภท, ประเภทรายการ,
  ประเภทธุรกรรม, deposit/withdrawal, withdrawal/deposit, in/out amount, ມີ/ໜີ້, ອອກ/ເຂົ້າ,
  ຮັບ/ຈ່າຍ, ຈ່າຍ/ຮັບ, ออก/เข้า, รับ/จ่าย, เดบิต/เครดิต, trx type, tran type
`);
const balance = wordList(`
  balance, running balance, available balance, ledger balance, closing balance, balance after,
  outstanding balance, account balance, end balance, ຍອດເຫຼືອ, ຍອດຄົງເຫຼືອ, ຍອດຍັງເຫຼືອ,
  ຍອດເງິນຄົງເຫຼືອ, ຍອດເງິນເຫຼືອ, ຄົງເຫຼືອ, ຍັງເຫຼືອ, คงเหลือ, ยอดคงเหลือ, ยอดเงินคงเหลือ, ยอดเหลือ
`);
const valueDay = wordList(`
  value date, val date, effective date, ວັນທີມີຜົນ, ວັນທີມູນຄ່າ, วันที่มีผล
`);

const currency = wordList(`
  currency, ccy, curr, currency code, account currency, transaction currency, cur, ສະກຸນເງິນ,
  ສະກຸນ, ເງິນຕາ, สกุลเงิน
`);

const status = wordList(`
  status, transaction status, txn status, trans status, tran status, trx status, payment status,
  transfer status, trade status, order status, status description, ສະຖານະ, ສະຖານະພາບ,
  ສະຖານະທຸລະກຳ, ສະຖານະລາຍການ, ສະຖານະການໂອນ, ສະຖານະການຊຳລະ, ສະຖານະພາບລາຍການ, สถานะ, สถานะรายการ,
  สถานะธุรกรรม, สถานะการโอน, สถานะการชำระ, สถานะการทำรายการ, trạng thái, trạng thái giao dịch,
  tình trạng
`);

export const statementKind: TableKind<StatementName> = {
  columns: [
    { name: 'day', words: day, as: 'day' },
    { name: 'valueDay', words: valueDay, as: 'day' },
    { name: 'time', words: time, as: 'text' },
    { name: 'credit', words: credit, as: 'number' },
    { name: 'debit', words: debit, as: 'number' },
    { name: 'direction', words: direction, as: 'choice' },
    { name: 'amount', words: amount, as: 'number' },
    { name: 'balance', words: balance, as: 'number' },
    { name: 'currency', words: currency, as: 'choice' },
    { name: 'status', words: status, as: 'choice' },
    { name: 'reference', words: reference, as: 'code' },
    { name: 'description', words: description, as: 'text' },
  ],
  isHead: (found) =>
    (found.has('day') || found.has('valueDay')) &&
    (found.has('credit') || found.has('amount') || found.has('direction')),
};

const inWords = wordList(`
  cr, c, credit, credited, deposit, in, +, received, receive, incoming, money in, paid in,
  transfer in, cash deposit, cash in, inward, top up, payment received, lodgement, ຝາກເຂົ້າ,
  ຮັບເຂົ້າ, ຍອດເຂົ້າ, รายการฝาก, เงินฝาก, รับเข้า, ฝากเข้า, ຝາກ, ຝາກເງິນ, ເຂົ້າ, ເງິນເຂົ້າ,
  ໂອນເຂົ້າ, ໂອນເງິນເຂົ້າ, ມີ, ຮັບ, ຮັບໂອນ, ຮັບເງິນ, ເຄຣດິດ, ເຄດິດ, ฝาก, ฝากเงิน, เข้า, เงินเข้า,
  โอนเข้า, โอนเงินเข้า, รับ, รับโอน, รับเงิน, เครดิต
`);
const outWords = wordList(`
  dr, d, debit, debited, withdrawal, withdraw, withdrawn, out, -, paid, paid out, money out,
  payment, outgoing, transfer out, cash withdrawal, outward, ຖອນອອກ, ຈ່າຍອອກ, ຍອດອອກ, รายการถอน,
  จ่ายออก, ถอนออก, cash out, fee, fees, charge, charges, bill payment, purchase, ຖອນ, ຖອນເງິນ,
  ອອກ, ເງິນອອກ, ໂອນອອກ, ໂອນເງິນອອກ, ໜີ້, ຈ່າຍ, ຊຳລະ, ຄ່າທຳນຽມ, ເດບິດ, ถอน, ถอนเงิน, ออก, เงินออก,
  โอนออก, โอนเงินออก, จ่าย, ชำระ, ค่าธรรมเนียม, เดบิต
`);

const signOf = (text: string) => text.trim().replace(/[−–—]/g, '-');
const keyOf = (text: string) => (/^[+-]$/.test(signOf(text)) ? signOf(text) : headingKey(text));
const asKeys = (words: readonly string[]) => new Set(words.map(keyOf));
const [ins, outs] = [asKeys(inWords), asKeys(outWords)];

export type MoneyDirection = 'in' | 'out';
/** A word that begins a longer one, as `ຝາກເງິນສົດ`, needs this many letters. */
const LONG = 4;
/** The same for Lao and Thai, whose words have fewer letters. */
const SHORT = 3;

/** The direction that a word names; a person's own words come first. */
export function directionOf(
  text: string,
  own: { inWords?: readonly string[] | undefined; outWords?: readonly string[] | undefined } = {},
): MoneyDirection | undefined {
  const key = keyOf(text);
  if (key === '') return undefined;
  if (asKeys(own.inWords ?? []).has(key)) return 'in';
  if (asKeys(own.outWords ?? []).has(key)) return 'out';
  if (ins.has(key)) return 'in';
  if (outs.has(key)) return 'out';
  const begins = (words: ReadonlySet<string>) =>
    [...words].some((word) => isLong(word) && key.startsWith(word));
  const [isIn, isOut] = [begins(ins), begins(outs)];
  return isIn === isOut ? undefined : isIn ? 'in' : 'out';
}
const isLong = (word: string) => word.length >= (/[a-z]/.test(word) ? LONG : SHORT);
