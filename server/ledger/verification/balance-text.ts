import { headingKey } from '#server/lib/sheets/heading-key.ts';
import { isTotalText } from '#server/lib/sheets/row-words.ts';

/** Words that nobody writes with a payment; anything short may follow them. */
const plainWords = [
  'balance brought forward',
  'balance carried forward',
  'brought forward',
  'carried forward',
  'balance b/f',
  'balance c/f',
  'bal b/f',
  'bal c/f',
  'opening balance',
  'closing balance',
  'beginning balance',
  'ending balance',
  'balance forward',
  'opening bal',
  'closing bal',
  'ຍອດຍົກມາ',
  'ຍອດຍົກໄປ',
  'ຍອດເງິນຍົກມາ',
  'ຍອດເງິນຍົກໄປ',
  'ຍົກຍອດ',
  'ຍອດຕົ້ນງວດ',
  'ຍອດທ້າຍງວດ',
  'brought fwd',
  'carried fwd',
  'balance b/fwd',
  'balance c/fwd',
  'brought down',
  'carried down',
  'ຍອດຕົ້ນເດືອນ',
  'ຍອດທ້າຍເດືອນ',
  'ยอดยกมา',
  'ยอดยกไป',
  'ยอดเงินยกมา',
  'ยอดต้นงวด',
  'ยอดปลายงวด',
].map(headingKey);
const FOLLOWS = 25;

const words = (text: string) => new Set(text.split(' '));
const balances = words('balance balances bal');
/** Words that make a balance of the word balance. */
const ofBalance = words(
  'opening closing beginning ending start end ledger available avail brought carried forward fwd ' +
    'previous prev current bf cf b c f',
);
const totals = words('total totals subtotal subtotals grand turnover turnovers');
/** Words that may stand beside a balance or a total without naming a payer. */
const beside = words(
  'credit credits debit debits deposit deposits withdrawal withdrawals amount amounts in out money ' +
    'paid incoming outgoing inflow outflow receipts payments transactions entries items cr dr ' +
    'number no count account acc statement page from to as at on of the for day month period date ' +
    'daily weekly monthly yearly week year today this sub net overall running movement movements ' +
    'jan feb mar apr may jun jul aug sep oct nov dec january february march april june july ' +
    'august september october november december lak kip thb baht usd and',
);

const anyOf = (text: string) => text.split(' ').map(headingKey).join('|');
/** Parts of the Lao and Thai texts, of which the whole text must consist. */
const LOCAL_PARTS = new RegExp(
  `^(?:${anyOf(
    'ປະຈຳ ອາທິດ ໄຕມາດ ໄລຍະ ໝູນວຽນ ເຄື່ອນໄຫວ ประจำ สัปดาห์ ไตรมาส หมุนเวียน เคลื่อนไหว ' +
      'ຍອດ ເງິນ ຍົກ ມາ ໄປ ຕົ້ນ ທ້າຍ ງວດ ເດືອນ ປີ ວັນ ທີ ທີ່ ກ່ອນ ຍັງ ຄົງ ເຫຼືອ ເຫລືອ ເປີດ ປິດ ເລີ່ມ ສຸດ ບັນຊີ ຈາກ ໜ້າ ນີ້ ມື້ ' +
      'ລວມ ຝາກ ຖອນ ເຂົ້າ ອອກ ຮັບ ຈ່າຍ ໜີ້ ມີ ຈຳນວນ ລາຍການ ທັງໝົດ ທັງສິ້ນ ກີບ ບາດ ໂດລາ ' +
      'ยอด เงิน ยก มา ไป ต้น ปลาย งวด เดือน ก่อน ปี วัน ที่ คง เหลือ เปิด ปิด สิ้น บัญชี จาก หน้า นี้ ณ ' +
      'รวม ฝาก ถอน เข้า ออก รับ จ่าย จำนวน รายการ ทั้งหมด ทั้งสิ้น บาท',
  )})+$`,
  'u',
);
const LOCAL_BALANCE = new RegExp(
  `^(?:${anyOf('ຍອດ ຍົກ ຄົງ ຍັງ ເງິນ ยอด ยก คง เงิน')}).*(?:${anyOf(
    'ຍົກ ຕົ້ນ ທ້າຍ ເຫຼືອ ເຫລືອ ມາ ໄປ ເປີດ ປິດ ເລີ່ມ ยก ต้น ปลาย เหลือ มา ไป เปิด ปิด สิ้น',
  )})`,
  'u',
);
const LOCAL_TOTAL = new RegExp(`^(?:${anyOf('ຍອດ ຈຳນວນ ยอด')})?(?:${anyOf('ລວມ รวม')})`, 'u');
const LONGEST = 60;
/** Ends of `Balance b/f` and `Carried fwd`; `Opening` and `Closing` may stand alone. */
const FORWARD = /(?:\b[bc] ?f|\bforward|\bfwd)$|^(?:opening|closing)$/;

/** The texts of Vietnamese banks, without their accents. */
const VIETNAMESE_TOTAL =
  /^(?:tong(?: cong)?|cong(?= ))(?: (?:phat|sinh|so|tien|no|co|trong|ky|ngay|thang|trang))*$/;
const VIETNAMESE_BALANCE =
  /^(?:so du(?: (?:dau|cuoi|ky|ngay|thang|truoc|kha|dung))*|(?:chuyen|mang) (?:sang|trang)(?: (?:trang|sau|truoc))*)$/;

/** Latin letters without accents. */
const withoutAccents = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/đ/g, 'd');

/** The Latin words of a text, and its Lao and Thai letters as one key. */
function partsOf(text: string) {
  const plain = withoutAccents(text);
  const latin = plain.match(/[a-z]+/g) ?? [];
  const local = headingKey(plain).replace(/[a-z\p{N}]+/gu, '');
  return { latin, local };
}

/** The text names a balance or a total and nobody besides; undefined for any other text. */
export function sumText(text: string): 'balance' | 'total' | undefined {
  if (isTotalText(text)) return 'total';
  const key = headingKey(text);
  if (key.length > LONGEST) return undefined;
  if (plainWords.some((word) => key.startsWith(word) && key.length <= word.length + FOLLOWS))
    return 'balance';
  const { latin, local } = partsOf(text);
  if (VIETNAMESE_TOTAL.test(latin.join(' '))) return 'total';
  if (VIETNAMESE_BALANCE.test(latin.join(' '))) return 'balance';
  const isKnown = (word: string) =>
    [balances, ofBalance, totals, beside].some((known) => known.has(word));
  if (!latin.every(isKnown) || (local !== '' && !LOCAL_PARTS.test(local))) return undefined;
  if (latin.some((word) => totals.has(word)) || LOCAL_TOTAL.test(local)) return 'total';
  const isNamed = latin.some((word) => balances.has(word));
  const isForward = FORWARD.test(latin.join(' '));
  if (isForward || (isNamed && latin.some((word) => ofBalance.has(word)))) return 'balance';
  return LOCAL_BALANCE.test(local) ? 'balance' : undefined;
}

/** True for a text that begins as a balance does, whoever is named behind it. */
export function beginsAsBalance(text: string): boolean {
  const { latin, local } = partsOf(text);
  return balances.has(latin[0] ?? '') || LOCAL_BALANCE.test(local);
}
