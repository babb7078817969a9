import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checksum,
  parseLaoQr,
  readQrFields,
  withAmount,
  writeFields,
} from '#contract/money/lao-qr.ts';

const S1 =
  '00020101021138560016A00526628466257701082771041802030020313mchDEMO0000015204829953034185802LA5911DEMO CENTRE6003VTE63048B45';
const TRAP = sealed(S1.slice(0, -8).replace('mchDEMO000001', 'mch6304541012'));

/** A body with the checksum that fits. */
function sealed(body: string): string {
  return `${body}6304${checksum(`${body}6304`)}`;
}
const without = (id: string) =>
  sealed(
    writeFields((readQrFields(S1) ?? []).filter((field) => field.id !== id && field.id !== '63')),
  );
const with_ = (id: string, value: string) =>
  sealed(
    writeFields([...(readQrFields(S1) ?? []).filter((field) => field.id !== '63'), { id, value }]),
  );

describe('the checksum', () => {
  it('is CRC-16/CCITT-FALSE', () => {
    expect(checksum('123456789')).toBe('29B1');
  });
});

describe('the code of a bank account', () => {
  it('is read for showing', () => {
    expect(parseLaoQr(` ${S1}\n`)).toMatchObject({
      bank: 'BCEL',
      account: 'mchDEMO000001',
      name: 'DEMO CENTRE',
      city: 'VTE',
    });
  });

  it('names the account of the network, and a bank that nobody knows by its number', () => {
    const other = sealed(
      S1.slice(0, -8).replace('27710418', '99990418').replace('010211', '01021115080104abcd'),
    );
    expect(parseLaoQr(other)).toMatchObject({ bank: '99990418', account: 'mchDEMO000001' });
  });

  it('is read with a checksum in small letters', () => {
    expect(parseLaoQr(S1.replace('8B45', '8b45'))).not.toHaveProperty('problem');
  });

  it('may hold the head of the checksum in the name of the receiver', () => {
    expect(TRAP.slice(-4)).toBe('7369');
    expect(withAmount(TRAP, 350_000).slice(-4)).toBe('2B82');
    expect(parseLaoQr(TRAP)).toMatchObject({ account: 'mch6304541012' });
  });

  it.each([
    ['no code', 'https://example.com', 'notALaoQr'],
    ['empty', '', 'notALaoQr'],
    ['cut off', S1.slice(0, -1), 'notALaoQr'],
    ['longer than its fields', `${S1}0`, 'notALaoQr'],
    ['of another format', sealed(S1.slice(0, -8).replace('000201', '000202')), 'notALaoQr'],
    ['followed by a field behind the checksum', `${S1}5802LA`, 'notALaoQr'],
    ['of another checksum', S1.replace('8B45', '8B46'), 'checksumWrong'],
    ['in baht', sealed(S1.slice(0, -8).replace('5303418', '5303764')), 'notKip'],
    ['without a currency', without('53'), 'notKip'],
    ['with a tip', with_('55', '01'), 'tipNotAllowed'],
    ['with a fixed tip', with_('56', '1000'), 'tipNotAllowed'],
  ])('is refused if it is %s', (_what, text, problem) => {
    expect(parseLaoQr(text)).toEqual({ problem });
  });
});

describe('the code of one payment', () => {
  it('has the amount behind the currency and is for one use', () => {
    expect(withAmount(S1, 350_000)).toBe(
      '00020101021238560016A00526628466257701082771041802030020313mchDEMO00000152048299530341854063500005802LA5911DEMO CENTRE6003VTE63044890',
    );
  });

  it('has a checksum of four digits even if it begins with 0', () => {
    const text = withAmount(S1, 3500);
    expect(text.endsWith('530341854043500' + '5802LA5911DEMO CENTRE6003VTE630403F2')).toBe(true);
  });

  it('takes the place of the amount that was in it', () => {
    expect(withAmount(withAmount(S1, 350_000), 3500)).toBe(withAmount(S1, 3500));
  });

  it('says that it is for one use also where the code did not say anything', () => {
    expect(withAmount(without('01'), 350_000)).toBe(withAmount(S1, 350_000));
  });

  it('keeps what the bank wrote in another order', () => {
    const turned = sealed(
      S1.slice(0, -8).replace('5802LA5911DEMO CENTRE6003VTE', '6002LA5911DEMO CENTRE5803VTE'),
    );
    expect(withAmount(turned, 100)).toContain('54031006002LA5911DEMO CENTRE5803VTE6304');
  });

  it('has the number of the order where the account asks for it', () => {
    expect(withAmount(S1, 350_000, 'VTE-26-001234')).toContain('6003VTE62170113VTE-26-0012346304');
    expect(withAmount(with_('62', '0104OLD10703001'), 350_000, 'VTE-26-001234')).toContain(
      '62240113VTE-26-00123407030016304',
    );
  });

  it.each([0, -1, 0.5, Number.NaN, 10_000_000_000_000])('is not for %d kip', (kip) => {
    expect(() => withAmount(S1, kip)).toThrow(RangeError);
  });

  it.each(['ເລກ', '', 'a b', 'x'.repeat(26)])('has no order number like "%s"', (orderNo) => {
    expect(() => withAmount(S1, 100, orderNo)).toThrow(RangeError);
  });

  it('is not made from a code that cannot be read', () => {
    expect(() => withAmount('hello', 100)).toThrow('notALaoQr');
  });
});

describe('any fields', () => {
  const id = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  const fields = fc.array(fc.record({ id, value: fc.string({ maxLength: 99 }) }), {
    maxLength: 20,
  });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fields, (some) => {
        expect(readQrFields(writeFields(some))).toEqual(some);
      }),
    );
  });

  it('stay as they are when an amount is put in', () => {
    const other = fields.map((some) =>
      some.filter(({ id: of }) => !['00', '01', '53', '54', '55', '56', '57', '63'].includes(of)),
    );
    fc.assert(
      fc.property(
        other,
        other,
        fc.integer({ min: 1, max: 999_999_999_999 }),
        (before, after, kip) => {
          const text = sealed(
            writeFields([
              { id: '00', value: '01' },
              ...before,
              { id: '53', value: '418' },
              ...after,
            ]),
          );
          const read = parseLaoQr(withAmount(text, kip));
          expect(read).toMatchObject({
            fields: [
              { id: '00' },
              { id: '01', value: '12' },
              ...before,
              { id: '53' },
              { id: '54', value: String(kip) },
              ...after,
              { id: '63' },
            ],
          });
        },
      ),
    );
  });
});
