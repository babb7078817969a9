import type { ProvinceCode } from '#contract/people/provinces.ts';

// Common names combined at random: nobody in the demo centre is a real person.

/** A name in Lao, and in Latin letters. */
export type WrittenName = readonly [lao: string, latin: string];

/** Given names of men and boys. */
export const maleNames: readonly WrittenName[] = [
  ['ສົມພອນ', 'Somphone'],
  ['ສົມສັກ', 'Somsack'],
  ['ສົມບັດ', 'Sombath'],
  ['ບຸນມີ', 'Bounmy'],
  ['ບຸນທັນ', 'Bounthanh'],
  ['ບຸນທະວີ', 'Bounthavy'],
  ['ຄຳພອນ', 'Khamphone'],
  ['ຄຳສິງ', 'Khamsing'],
  ['ຄຳຫຼ້າ', 'Khamla'],
  ['ທອງຄຳ', 'Thongkham'],
  ['ສຸລິຍາ', 'Souliya'],
  ['ສຸກສະຫວັນ', 'Souksavanh'],
  ['ອານຸສອນ', 'Anousone'],
  ['ອານຸສັກ', 'Anousack'],
  ['ສີສະຫວາດ', 'Sisavath'],
  ['ພູວຽງ', 'Phouvieng'],
  ['ພູທອນ', 'Phouthone'],
  ['ໄຊຍະພອນ', 'Xayaphone'],
  ['ວິລະພົນ', 'Viraphone'],
  ['ປະເສີດ', 'Paseuth'],
];

/** Given names of women and girls. */
export const femaleNames: readonly WrittenName[] = [
  ['ມະນີວັນ', 'Manivanh'],
  ['ມະນີຈັນ', 'Manichanh'],
  ['ບົວຈັນ', 'Bouachanh'],
  ['ບົວວັນ', 'Bouavanh'],
  ['ດາວວອນ', 'Daovone'],
  ['ແສງດາວ', 'Sengdao'],
  ['ຈັນສະໝອນ', 'Chansamone'],
  ['ຈັນທະລາ', 'Chanthala'],
  ['ລັດສະໝີ', 'Latsamy'],
  ['ກິ່ງແກ້ວ', 'Kingkeo'],
  ['ມຸກດາ', 'Moukda'],
  ['ພິມພາ', 'Phimpha'],
  ['ວິໄລພອນ', 'Vilayphone'],
  ['ວິໄລວັນ', 'Vilayvanh'],
  ['ດາລາວັນ', 'Dalavanh'],
  ['ວຽງສະຫວັນ', 'Viengsavanh'],
  ['ສຸດາພອນ', 'Soudaphone'],
  ['ສຸກສາຄອນ', 'Souksakhone'],
  ['ໄພວັນ', 'Phayvanh'],
  ['ນິດຕະຍາ', 'Nittaya'],
];

/** Family names. */
export const surnames: readonly WrittenName[] = [
  ['ວົງສະຫວັນ', 'Vongsavanh'],
  ['ພົມມະຈັນ', 'Phommachanh'],
  ['ແກ້ວມະນີ', 'Keomany'],
  ['ຈັນທະວົງ', 'Chanthavong'],
  ['ອິນທະວົງ', 'Inthavong'],
  ['ພິມມະສອນ', 'Phimmasone'],
  ['ສຸວັນນະວົງ', 'Souvannavong'],
  ['ໄຊຍະວົງ', 'Xayavong'],
  ['ວິໄລສັກ', 'Vilaysack'],
  ['ສີຫາລາດ', 'Siharath'],
  ['ລາດຊະວົງ', 'Ratsavong'],
  ['ພັນທະວົງ', 'Phanthavong'],
  ['ບຸນຍະວົງ', 'Bounyavong'],
  ['ທຳມະວົງ', 'Thammavong'],
  ['ດວງມະນີ', 'Douangmany'],
  ['ອຸດົມສັກ', 'Oudomsack'],
  ['ເພັດສະໝອນ', 'Phetsamone'],
  ['ສີບຸນເຮືອງ', 'Sibounheuang'],
  ['ແກ້ວບຸນພັນ', 'Keobounphanh'],
  ['ສຸທຳມະວົງ', 'Southammavong'],
  ['ວົງພະຈັນ', 'Vongphachanh'],
  ['ພູມມະວົງ', 'Phoummavong'],
  ['ໄຊສົມບັດ', 'Xaysombath'],
  ['ນໍລະສິງ', 'Norasing'],
  ['ຈັນທະລັງສີ', 'Chanthalangsy'],
  ['ສີວິໄລ', 'Sivilay'],
  ['ມະນີວົງ', 'Manivong'],
  ['ທິບພະວົງ', 'Thipphavong'],
  ['ແສງສຸລິຍາ', 'Sengsouliya'],
  ['ຫຼວງລາດ', 'Luanglath'],
];

/** Nicknames for everyday use. */
export const nicknames: readonly WrittenName[] = [
  ['ນ້ອຍ', 'Noy'],
  ['ຕຸ້ຍ', 'Touy'],
  ['ຕິກ', 'Tik'],
  ['ນິກ', 'Nick'],
  ['ແນັດ', 'Nat'],
  ['ບີ', 'Bee'],
  ['ຈອຍ', 'Joy'],
  ['ໝີ', 'Mee'],
  ['ກຸ້ງ', 'Koung'],
  ['ປູ', 'Pou'],
  ['ບອນ', 'Bon'],
  ['ແບັງ', 'Bank'],
  ['ເກມ', 'Game'],
  ['ດາວ', 'Dao'],
  ['ໃໝ່', 'Mai'],
  ['ແກ້ວ', 'Keo'],
  ['ຟ້າ', 'Fa'],
  ['ນ້ຳ', 'Nam'],
  ['ນຸ້ຍ', 'Nouy'],
  ['ອ້ອຍ', 'Oy'],
  ['ຕົ້ນ', 'Ton'],
  ['ຕ້າ', 'Ta'],
  ['ປຸ້ຍ', 'Pouy'],
  ['ມິນ', 'Min'],
  ['ຫຼ້າ', 'La'],
];

/** Villages with their districts, by the code of the province. */
export const homes: Readonly<
  Partial<Record<ProvinceCode, readonly { village: string; district: string }[]>>
> = {
  '01': [
    { village: 'ໂພນສີນວນ', district: 'ສີສັດຕະນາກ' },
    { village: 'ຫ້ວຍຫົງ', district: 'ຈັນທະບູລີ' },
    { village: 'ທົ່ງຂັນຄຳ', district: 'ຈັນທະບູລີ' },
    { village: 'ທາດຫຼວງກາງ', district: 'ໄຊເສດຖາ' },
    { village: 'ດົງໂດກ', district: 'ໄຊທານີ' },
  ],
  '06': [
    { village: 'ວັດທາດ', district: 'ນະຄອນຫຼວງພະບາງ' },
    { village: 'ສັງກະໂລກ', district: 'ນະຄອນຫຼວງພະບາງ' },
    { village: 'ຜານົມ', district: 'ນະຄອນຫຼວງພະບາງ' },
    { village: 'ຫ້ວຍຫອຍ', district: 'ຊຽງເງິນ' },
  ],
  '16': [
    { village: 'ນາຂາມ', district: 'ປະທຸມພອນ' },
    { village: 'ໂພນກຸງ', district: 'ນະຄອນປາກເຊ' },
    { village: 'ຫຼັກເມືອງ', district: 'ນະຄອນປາກເຊ' },
  ],
};
