import type * as z from 'zod/mini';
import type { branchInput } from '#contract/centre/branches.ts';

const openHours = 'ຈັນ-ສຸກ Mon-Fri 08:00-19:00, ເສົາ Sat 08:00-17:00';

/** The time of a test payment with each QR code of the demo; the codes lead to no real bank. */
const triedAt = '2026-08-03T02:30:00.000Z';

/** The three branches of the demo centre; the demo accounts work in the first. */
export const demoBranches: z.input<typeof branchInput>[] = [
  {
    branchName: 'Sisattanak',
    branchNameLo: 'ສີສັດຕະນາກ',
    code: 'VTE',
    provinceCode: '01',
    district: 'ສີສັດຕະນາກ Sisattanak',
    village: 'ໂພນສີນວນ Phonsinouan',
    phone: '020 5555 0101',
    manager: 'ສຸລິຍາ ສີວິໄລ',
    openHours,
    bankAccounts: [
      {
        bank: 'BCEL',
        currency: 'LAK',
        accountName: 'DOK CHAMPA LANGUAGE CENTRE',
        accountNo: '010-12-00-00000101-001',
        qrText:
          '00020101021138560016A00526628466257701082771041802030020313mchDEMO0101015204829953034185802LA5910DOK CHAMPA6003VTE63046B6C',
        triedAt,
      },
      {
        bank: 'BCEL',
        currency: 'USD',
        accountName: 'DOK CHAMPA LANGUAGE CENTRE',
        accountNo: '010-12-01-00000101-001',
      },
      {
        bank: 'LDB',
        currency: 'THB',
        accountName: 'DOK CHAMPA LANGUAGE CENTRE',
        accountNo: '0300-0000-1101',
      },
    ],
    receiptFooter: 'ຂອບໃຈທີ່ໄວ້ວາງໃຈພວກເຮົາ. Thank you for learning with us.',
    cashStep: 1000,
  },
  {
    branchName: 'Luang Prabang',
    branchNameLo: 'ຫຼວງພະບາງ',
    code: 'LPB',
    provinceCode: '06',
    district: 'ນະຄອນຫຼວງພະບາງ Luang Prabang city',
    village: 'ວັດທາດ Vat That',
    phone: '020 5555 0202',
    manager: 'ແສງດາວ ລາດຊະວົງ',
    openHours,
    bankAccounts: [
      {
        bank: 'BCEL',
        currency: 'LAK',
        accountName: 'DOK CHAMPA LUANG PRABANG',
        accountNo: '020-12-00-00000202-001',
        qrText:
          '00020101021138560016A00526628466257701082771041802030020313mchDEMO0202025204829953034185802LA5914DOK CHAMPA LPB6003LPB6304EC4B',
        triedAt,
      },
    ],
    receiptFooter: 'ຂອບໃຈທີ່ໄວ້ວາງໃຈພວກເຮົາ. Thank you for learning with us.',
    holdHours: 48,
    cashStep: 1000,
  },
  {
    branchName: 'Pakse',
    branchNameLo: 'ປາກເຊ',
    code: 'PKS',
    provinceCode: '16',
    district: 'ນະຄອນປາກເຊ Pakse city',
    village: 'ຫຼັກເມືອງ Lakmuang',
    phone: '020 5555 0303',
    manager: 'ວິໄລພອນ ສຸທຳມະວົງ',
    openHours,
    bankAccounts: [
      {
        bank: 'LDB',
        currency: 'LAK',
        accountName: 'DOK CHAMPA PAKSE',
        accountNo: '0300-0000-3303',
        qrText:
          '00020101021138560016A00526628466257701087003041802030020313mchDEMO0303035204829953034185802LA5914DOK CHAMPA PKS6003PKS6304C391',
        triedAt,
      },
    ],
    cashStep: 500,
  },
];
