// LAO QR, an EMV code that the merchant shows: fields of id (2 digits), length (2 digits) and
// value. There is no public specification; the rules come from real codes, and docs/money.md, "LAO
// QR", gives the reasons.

export type QrField = { id: string; value: string };
export type LaoQr = {
  fields: QrField[];
  /** The details that a person can compare with the bank's own picture. */
  bank: string;
  account: string;
  name: string;
  city: string;
};
export type QrProblem = 'notALaoQr' | 'checksumWrong' | 'notKip' | 'tipNotAllowed';

const FIRST = '000201';
const KIP = '418';
const CHECKSUM_HEAD = '6304';
const CHECKSUM_LENGTH = 4;
/** The network of the Lao banks. */
const LAPNET = 'A005266284662577';
/** Members of the network by their number; a bank that is not here is shown by its number. */
const banks: Readonly<Record<string, string>> = {
  '27710418': 'BCEL',
  '29110418': 'Phongsavanh Bank',
  '32170418': 'JDB',
  '37160418': 'BFL',
  '70020418': 'APB',
  '70030418': 'LDB',
  '70040418': 'Maruhan Japan Bank',
  '70050418': 'Lao-Viet Bank',
  '70080418': 'ACLEDA Bank',
  '70120418': 'VietinBank',
  '70140418': 'Indochina Bank',
  '70150418': 'ST Bank',
  '70190418': 'MB Bank',
};
/**
 * Tags of the accounts of a merchant; a bank may have one of its own beside that of the network.
 */
const FIRST_ACCOUNT = 2;
const LAST_ACCOUNT = 51;
const TIPS = ['55', '56', '57'];
const MAX_VALUE = 99;
const MAX_AMOUNT_DIGITS = 13;
const ORDER_NO = /^[\x21-\x7e]{1,25}$/;

const encoder = new TextEncoder();

/**
 * CRC-16/CCITT-FALSE in four capital hexadecimal digits; without the padding one code of sixteen
 * would be invalid.
 */
export function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of encoder.encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(CHECKSUM_LENGTH, '0');
}

/** The fields of a text that consists of nothing else; lengths count characters. */
export function readQrFields(text: string): QrField[] | undefined {
  const fields: QrField[] = [];
  for (let at = 0; at < text.length;) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(length);
    if (id === undefined || end > text.length) return undefined;
    fields.push({ id, value: text.slice(at + 4, end) });
    at = end;
  }
  return fields;
}

function lengthOf(value: string): string {
  if (value.length > MAX_VALUE) throw new RangeError('A field of a code is too long');
  return String(value.length).padStart(2, '0');
}
export const writeFields = (fields: readonly QrField[]): string =>
  fields.map(({ id, value }) => `${id}${lengthOf(value)}${value}`).join('');

const valueOf = (fields: readonly QrField[], id: string) =>
  fields.find((field) => field.id === id)?.value;
const isAccount = ({ id }: QrField) => Number(id) >= FIRST_ACCOUNT && Number(id) <= LAST_ACCOUNT;

/**
 * The receiver, and the bank by its number: of the account that LAPNet knows, else of the first one
 * with fields of its own.
 */
function accountOf(fields: readonly QrField[]): { bank: string; account: string } {
  const accounts = fields.filter(isAccount).map(({ value }) => readQrFields(value) ?? []);
  const inner =
    accounts.find((found) => valueOf(found, '00') === LAPNET) ??
    accounts.find((found) => found.length > 0) ??
    [];
  const member = valueOf(inner, '01') ?? '';
  return {
    bank: banks[member] ?? member,
    account: valueOf(inner, '03') ?? inner.at(-1)?.value ?? '',
  };
}

/** Reads the text of a bank's code; blanks at its ends are no part of it. */
export function parseLaoQr(written: string): LaoQr | { problem: QrProblem } {
  const text = written.trim();
  const fields = readQrFields(text);
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (
    fields === undefined ||
    !text.startsWith(FIRST) ||
    !body.endsWith(CHECKSUM_HEAD) ||
    fields.at(-1)?.id !== '63'
  )
    return { problem: 'notALaoQr' };
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH).toUpperCase())
    return { problem: 'checksumWrong' };
  if (valueOf(fields, '53') !== KIP) return { problem: 'notKip' };
  if (fields.some(({ id }) => TIPS.includes(id))) return { problem: 'tipNotAllowed' };
  return {
    fields,
    ...accountOf(fields),
    name: valueOf(fields, '59') ?? '',
    city: valueOf(fields, '60') ?? '',
  };
}

/**
 * The fields with this one in its place, or behind the field `after` if there is none of its id.
 */
function put(
  fields: readonly QrField[],
  field: QrField,
  after: (field: QrField) => boolean,
): QrField[] {
  if (fields.some(({ id }) => id === field.id))
    return fields.map((other) => (other.id === field.id ? field : other));
  const at = fields.findIndex(after);
  return [...fields.slice(0, at + 1), field, ...fields.slice(at + 1)];
}

/** The additional data with the order's number. */
function withOrderNo(fields: readonly QrField[], orderNo: string): QrField[] {
  const inner = readQrFields(valueOf(fields, '62') ?? '') ?? [];
  const value = writeFields(put(inner, { id: '01', value: orderNo }, () => false));
  return put(fields, { id: '62', value }, (field) => field === fields.at(-1));
}

/**
 * The same code with an amount in whole kip, for one payment; throws if the text is no LAO QR. The
 * order's number is put in only where the account asks for it: up to 25 ASCII characters.
 */
export function withAmount(text: string, kip: number, orderNo?: string): string {
  const read = parseLaoQr(text);
  if ('problem' in read) throw new RangeError(read.problem);
  if (!Number.isSafeInteger(kip) || kip <= 0 || String(kip).length > MAX_AMOUNT_DIGITS)
    throw new RangeError('A code asks for whole kip');
  if (orderNo !== undefined && !ORDER_NO.test(orderNo))
    throw new RangeError('An order number in a code has up to 25 ASCII characters');
  const kept = read.fields.filter(({ id }) => id !== '54' && id !== '63');
  const once = put(kept, { id: '01', value: '12' }, ({ id }) => id === '00');
  const priced = put(once, { id: '54', value: String(kip) }, ({ id }) => id === '53');
  const body = `${writeFields(orderNo === undefined ? priced : withOrderNo(priced, orderNo))}${CHECKSUM_HEAD}`;
  return body + checksum(body);
}
